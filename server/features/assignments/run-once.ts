import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { Call } from '#contract/kit.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import type { AuthorizedAssignment } from './access.ts'
import { assignmentById } from './assignments.ts'
import { repeated } from './bulk.ts'
import type { By } from './record.ts'

/** A call about one assignment, as its route got it. */
export interface Asked {
  subject: AuthorizedAssignment
  body?: unknown
  caller: Caller
  locale: Locale
  request: FastifyRequest
}

export const byOf = ({ caller, request }: Asked): By => ({ userId: caller.userId, address: request.ip })

/** Runs an action once per key, within one transaction of its own; the assignment is shown as it then is. */
export async function runOnce<Kept extends object>(
  { db }: Pick<Deps, 'db'>,
  entry: Call,
  kept: z.ZodType<Kept>,
  { subject: { client, row }, body, caller, locale, request }: Asked,
  run: (tx: Executor) => Promise<Kept>,
) {
  const scope = { clientId: client.id, call: entry.name, userId: caller.userId }
  const idempotency = idempotencyOf(request, scope, { assignmentId: row.id, ...Object(body) })
  await limitPace(db, client.id, 'assignments')
  return repeated(() =>
    db.transaction().execute(async (tx) => {
      const came = await once(
        tx,
        idempotency,
        () => run(tx),
        (stored) => kept.parse(stored),
      )
      return { ...(await assignmentById(tx, caller, client, row.id, locale)), ...came }
    }),
  )
}

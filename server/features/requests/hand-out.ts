import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { HandedData } from '#contract/own-data.ts'
import { handOutDays, identityCheck } from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { handedData } from '#server/features/own-data/handed.ts'
import { Failure } from '#server/http/failure.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { findRequest, type RequestRow } from './queries.ts'

const dayMs = 86_400_000

type Asked = Pick<
  RequestRow,
  'kind' | 'decision' | 'decidedAt' | 'identity' | 'erased' | 'reachesOwnData' | 'timeZone'
>

/** Somebody with a confirmed address, or shown by a code or password, downloads it without the desk: nobody else reads it. */
export const downloadsThemselves = ({
  identity,
  reachesOwnData,
}: Pick<Asked, 'identity' | 'reachesOwnData'>) =>
  reachesOwnData || identity === 'code' || identity === 'password'

/** The last day, by the client's calendar, on which somebody at the desk may hand out what is held about the person. */
export function dataUntil(row: Asked, now = new Date()): string | null {
  const { kind, decision, decidedAt, identity, erased, timeZone } = row
  const checked = identityCheck.options.some((way) => way === identity)
  if (kind !== 'access' || decision !== 'accepted' || decidedAt === null) return null
  if (!checked || erased || downloadsThemselves(row)) return null
  const decided = Date.parse(dayIn(decidedAt.toISOString(), timeZone))
  const last = new Date(decided + handOutDays * dayMs).toISOString().slice(0, 10)
  return dayIn(now.toISOString(), timeZone) <= last ? last : null
}

/**
 * What a client holds about the person of a request, to hand over, and a line on record that it was.
 * @throws Failure data_not_handed_out, too_many_requests
 */
export async function handOut(
  db: Database,
  slipKey: Buffer,
  { row, client }: { row: RequestRow; client: AuthorizedClient },
  by: { userId: string; name: string; address: string; way: 'json' | 'pdf' },
  locale: Locale,
): Promise<HandedData> {
  if (dataUntil(row) === null) throw new Failure('data_not_handed_out')
  await limitPace(db, by.userId, 'ownData')
  return db.transaction().execute(async (tx) => {
    // Nobody is erased until the line is on record, and somebody who just was is on none.
    const current = await findRequest(tx, row.id, { lock: 'person' })
    if (current === undefined || dataUntil(current) === null) throw new Failure('data_not_handed_out')
    const { userId } = current
    const data = await handedData(tx, slipKey, { userId, clientId: client.id }, by.name, locale)
    if (data === undefined) throw new Failure('data_not_handed_out')
    const tests = data.clients.flatMap((one) => one.tests.map(({ id }) => id))
    await recordAudit(tx, {
      ...{ action: 'data_handed_out', reason: by.way, actorId: by.userId, subjectId: userId },
      ...{ clientId: client.id, address: by.address, details: { request: row.id, assignments: tests } },
    })
    return data
  })
}

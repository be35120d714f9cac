import type { Locale } from '#contract/fields.ts'
import type { HandedData } from '#contract/own-data.ts'
import { handOutDays, identityCheck } from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { handedData } from '#server/features/own-data/handed.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { Failure } from '#server/http/failure.ts'
import type { RequestRow } from './queries.ts'

const dayMs = 86_400_000

/**
 * Until when somebody at the desk may hand out what is held about the person. Whose code or password has shown who they are
 * downloads it without the desk, and nobody else reads it.
 */
export function dataUntil({ kind, decision, decidedAt, identity, erased }: RequestRow): Date | null {
  const checked = identityCheck.options.some((way) => way === identity)
  if (kind !== 'access' || decision !== 'accepted' || decidedAt === null) return null
  if (!checked || erased) return null
  const until = new Date(decidedAt.getTime() + handOutDays * dayMs)
  return until > new Date() ? until : null
}

/**
 * What a client holds about the person of a request, to hand over, and a line on record that it was.
 * @throws Failure data_not_handed_out, too_many_requests
 */
export async function handOut(
  db: Database,
  { row, client }: { row: RequestRow; client: AuthorizedClient },
  by: { userId: string; address: string; way: 'json' | 'pdf' },
  locale: Locale,
): Promise<HandedData> {
  if (dataUntil(row) === null) throw new Failure('data_not_handed_out')
  await limitPace(db, by.userId, 'ownData')
  const data = await handedData(db, { userId: row.userId, clientId: client.id }, locale)
  // Erased just now.
  if (data === undefined) throw new Failure('data_not_handed_out')
  const tests = data.clients.flatMap((one) => one.tests.map(({ id }) => id))
  await recordAudit(db, {
    ...{ action: 'data_handed_out', reason: by.way, actorId: by.userId, subjectId: row.userId },
    ...{ clientId: client.id, address: by.address, details: { request: row.id, assignments: tests } },
  })
  return data
}

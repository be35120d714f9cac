import type { evidenceJson } from '#contract/evidence.ts'
import type { QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { evidenceOf } from './evidence.ts'
import { findPeriod, type Period } from './period-queries.ts'
import { fileOf, seal } from './sign.ts'

/** @throws FieldFailure for days in the wrong order */
export async function periodOf(
  db: Executor,
  client: AuthorizedClient,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const period = await findPeriod(db, client, asked)
  if (period.from > period.to) throw new FieldFailure({ to: { key: 'before_first_day' } })
  return period
}

export const fileName = (
  end: 'json' | 'pdf',
  { from, to }: Pick<Period, 'from' | 'to'>,
  client: AuthorizedClient,
  { caller, locale }: Actor,
) =>
  attachment(`${translate(locale, 'evidence:file', { from, to })} ${madeBy(caller, client.timeZone)}.${end}`)

export const recordExport = (
  db: Executor,
  end: 'json' | 'pdf',
  { id: clientId }: AuthorizedClient,
  actor: Actor,
) => recordAudit(db, { action: 'export', reason: `evidence_${end}`, by: actor, clientId })

/** A client's evidence as JSON. @throws FieldFailure, Failure too_many_requests */
export async function evidenceAsJson(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof evidenceJson>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const { operator, slipKey } = deps.config
  const period = await periodOf(db, client, query)
  await limitPace(db, client.id, 'sheets')
  await recordExport(db, 'json', client, actor)
  reply.header('content-disposition', fileName('json', period, client, actor))
  const named = await namedReaderOf(db, actor.caller, client.id)
  return Buffer.from(fileOf(seal(await evidenceOf(db, client, period, { named, operator }), slipKey)))
}

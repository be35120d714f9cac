import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { HandedData } from '#contract/own-data.ts'
import { type handOutDataPdf, handOutDays, identityCheck } from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { madeAt } from '#server/features/platform/exports/made.ts'
import { deskCopy } from '#server/features/privacy/own-data/desk-copy.ts'
import { handedPaper } from '#server/features/privacy/own-data/paper.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import type { AuthorizedRequest } from './access.ts'
import { findRequest, type RequestRow } from './queries.ts'

const dayMs = 86_400_000

type Asked = Pick<
  RequestRow,
  'kind' | 'decision' | 'decidedAt' | 'identity' | 'erased' | 'reachesOwnData' | 'timeZone'
>

/** Somebody whose address the client knows, or shown by a code or password, downloads it without the desk: nobody else reads it. */
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
 * The client's data about the person of a request, to be delivered in person. Puts it on record.
 * @throws Failure data_not_handed_out, too_many_requests
 */
async function handOut(
  db: Database,
  slipKey: Buffer,
  { row, client }: AuthorizedRequest,
  actor: Actor,
  { way, locale }: { way: 'json' | 'pdf'; locale: Locale },
): Promise<HandedData> {
  const { name } = actor
  if (dataUntil(row) === null) throw new Failure('data_not_handed_out')
  await limitPace(db, actor.userId, 'ownData')
  return db.transaction().execute(async (tx) => {
    // Nobody is erased until the line is on record, and somebody who just was is on none.
    const current = await findRequest(tx, row.id, { lock: 'person' })
    if (current === undefined || dataUntil(current) === null) throw new Failure('data_not_handed_out')
    const { userId } = current
    const data = await deskCopy(tx, slipKey, { userId, clientId: client.id }, name, locale)
    if (data === undefined) throw new Failure('data_not_handed_out')
    const tests = data.clients.flatMap((one) => one.tests.map(({ id }) => id))
    await recordAudit(tx, {
      action: 'data_handed_out',
      reason: way,
      by: actor,
      subjectId: userId,
      clientId: client.id,
      details: { request: row.id, assignments: tests },
    })
    return data
  })
}

/**
 * Returns the data as JSON, in the language of mails to this person.
 * @throws as handOut
 */
export async function handOutJson(
  db: Database,
  subject: AuthorizedRequest,
  _query: object,
  actor: Actor,
  { deps, reply }: Context,
): Promise<HandedData> {
  const { locale } = subject.row
  const data = await handOut(db, deps.config.slipKey, subject, actor, { way: 'json', locale })
  reply.header('content-disposition', fileName(data, subject, locale, 'json'))
  return data
}

/** The same on paper. @throws as handOut */
export async function handOutPaper(
  db: Database,
  subject: AuthorizedRequest,
  { lang }: QueryOf<typeof handOutDataPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const locale = lang ?? subject.row.locale
  const data = await handOut(db, deps.config.slipKey, subject, actor, { way: 'pdf', locale })
  const file = await deps.pdf.renderPaper(handedPaper(data, locale))
  reply.header('content-disposition', fileName(data, subject, locale, 'pdf'))
  return Buffer.from(file)
}

/** Named after the person who gets it, and the time. The file itself says who made it. */
const fileName = ({ name }: HandedData, { client }: AuthorizedRequest, locale: Locale, end: 'json' | 'pdf') =>
  attachment(`${translate(locale, 'exports:file.deskCopy')} ${madeAt(name, client.timeZone)}.${end}`)

import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { auditCsv } from '#contract/audit.ts'
import { auditSentence, loggedName } from '#contract/audit-words.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { safeCell } from '#server/sheets/csv.ts'
import { auditEntry } from './entries.ts'
import { type AuditRow, type Filter, filterOf, findNextEntries } from './queries.ts'

const columns = [
  'time',
  'action',
  'what',
  'actor',
  'actorEmail',
  'subject',
  'subjectEmail',
  'client',
  'address',
] as const

const rowsAtOnce = 500

/** The entries of a filter as a file, in words, in the form of the other exports; times in UTC. */
export async function auditFile(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof auditCsv>,
  actor: Actor,
  { reply }: Context,
): Promise<Readable> {
  const { locale } = actor
  // That of one client is among the files that left it.
  const entry = { by: actor, ...(query.client !== undefined && { clientId: query.client }) }
  await recordAudit(db, { action: 'export', reason: 'audit_csv', ...entry })
  const name = `${translate(locale, 'exports:file.audit')} ${madeBy(actor.caller, 'UTC')}.csv`
  reply.header('content-disposition', attachment(name))
  return Readable.from(linesOf(db, filterOf(query), locale))
}

async function* linesOf(db: Executor, filter: Filter, locale: Locale): AsyncGenerator<string> {
  const write = (rows: string[][]) =>
    stringify(rows, { delimiter: locale === 'tr' ? ';' : ',', record_delimiter: '\r\n' })
  yield `\ufeff${write([columns.map((column) => translate(locale, `audit:csv.${column}`))])}`
  let last: AuditRow | undefined
  do {
    const after = last && { at: last.at_exact, id: last.id }
    const page: AuditRow[] = await findNextEntries(db, filter, after, rowsAtOnce)
    if (page.length > 0) yield write(page.map((row) => cellsOf(row, locale)))
    last = page.length === rowsAtOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

function cellsOf(row: AuditRow, locale: Locale): string[] {
  const entry = auditEntry(row)
  const { at, action, actor, subject, client, address } = entry
  const t = (key: string | string[], variables?: Record<string, string | number>) =>
    translate(locale, key, variables)
  return [
    at.slice(0, 19).replace('T', ' '),
    t(`audit:action.${action}`),
    auditSentence(entry, t, locale),
    actor ? loggedName(actor, t) : '',
    actor?.email ?? '',
    subject ? loggedName(subject, t) : '',
    subject?.email ?? '',
    client?.name ?? '',
    address,
  ].map(safeCell)
}

import type { QueryOf } from '#contract/kit.ts'
import { type listPersonMails, type MailKind, type MailRecord, mailKinds } from '#contract/mail-history.ts'
import type { Executor } from '#server/db/database.ts'
import { sliceOf } from '#server/http/pages.ts'
import { findMails, type MailRow, type Which } from './queries.ts'

const kindOf = (kind: string): MailKind => mailKinds.find((known) => known === kind) ?? 'other'

const toMailRecord = ({ failure_code, opened_at, at, kind, ...row }: MailRow): MailRecord => ({
  ...row,
  kind: kindOf(kind),
  at: at.toISOString(),
  failureCode: failure_code,
  openedAt: opened_at?.toISOString() ?? null,
})

/** The mails to a person, one page of them. */
export async function pageOfMails(
  db: Executor,
  which: Which,
  query: QueryOf<typeof listPersonMails>,
): Promise<{ count: number; rows: MailRecord[] }> {
  const oldestFirst = query.ordering === 'at'
  const { count, rows } = await findMails(db, which, { ...sliceOf(query), oldestFirst })
  return { count, rows: rows.map(toMailRecord) }
}

/** The same limit as in a person's own file. */
const most = 1000

/** The mails to a person, the oldest first: all of them, or a client's. */
export async function mailsOf(db: Executor, which: Which): Promise<MailRecord[]> {
  const { rows } = await findMails(db, which, { limit: most, offset: 0, oldestFirst: true })
  return rows.map(toMailRecord)
}

import { type MailKind, type MailRecord, mailKinds } from '#contract/mail-history.ts'
import type { Executor } from '#server/db/database.ts'
import { findMails, type MailRow } from './queries.ts'

const kindOf = (kind: string): MailKind => mailKinds.find((known) => known === kind) ?? 'other'

export const toMailRecord = ({ failure_code, opened_at, at, kind, ...row }: MailRow): MailRecord => ({
  ...row,
  kind: kindOf(kind),
  at: at.toISOString(),
  failureCode: failure_code,
  openedAt: opened_at?.toISOString() ?? null,
})

/** As many as somebody's own file has. */
const most = 1000

/** The mails to a person, the oldest first: all of them, or a client's. */
export async function mailsOf(
  db: Executor,
  which: { userId: string; clientId: string | null },
): Promise<MailRecord[]> {
  const { rows } = await findMails(db, which, { limit: most, offset: 0, oldestFirst: true })
  return rows.map(toMailRecord)
}

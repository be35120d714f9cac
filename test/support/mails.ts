import type { Executor } from '#server/db/database.ts'

/** What was mailed to an address, the oldest first. */
export const mailsTo = (db: Executor, recipient: string) =>
  db.selectFrom('demo_mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

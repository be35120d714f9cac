import type { Executor } from '#server/db/database.ts'

/** Mails to an address, oldest first. */
export const mailsTo = (db: Executor, recipient: string) =>
  db.selectFrom('demo_mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

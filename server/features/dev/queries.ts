import type { Selectable } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type DemoMail = Selectable<Tables['demo_mails']>

/** The newest mails first, at most 200, of one recipient or of all. */
export async function listDemoMails(db: Executor, to: string | undefined): Promise<DemoMail[]> {
  let query = db.selectFrom('demo_mails').selectAll()
  if (to !== undefined) query = query.where('recipient', '=', to)
  return query.orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(200).execute()
}

export async function findDemoMail(db: Executor, id: string): Promise<DemoMail | undefined> {
  return db.selectFrom('demo_mails').selectAll().where('id', '=', id).executeTakeFirst()
}

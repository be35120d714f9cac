import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

const attachment = z.object({ name: z.string(), type: z.string() })

/** A kept mail; what is in its files is read one at a time. */
export type DemoMail = Omit<Selectable<Tables['demo_mails']>, 'files' | 'attachments'> & {
  attachments: z.infer<typeof attachment>[]
}

const mails = (db: Executor) =>
  db
    .selectFrom('demo_mails')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'links', 'kind', 'sent_at', 'attachments'])

const toMail = <Row extends { attachments: unknown }>(row: Row) => ({
  ...row,
  attachments: z.array(attachment).parse(row.attachments),
})

/** The newest mails first, at most 200, of one recipient or of all. */
export async function listDemoMails(db: Executor, to: string | undefined): Promise<DemoMail[]> {
  let query = mails(db)
  if (to !== undefined) query = query.where('recipient', '=', to)
  return (await query.orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(200).execute()).map(toMail)
}

export async function findDemoMail(db: Executor, id: string): Promise<DemoMail | undefined> {
  const row = await mails(db).where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}

/** A file of a mail, by its place from 0. */
export async function findDemoFile(
  db: Executor,
  id: string,
  place: number,
): Promise<{ name: string; type: string; content: Buffer } | undefined> {
  const row = await db
    .selectFrom('demo_mails')
    .select([
      sql<unknown>`attachments -> ${place}::int`.as('about'),
      sql<Buffer | null>`files[${place + 1}::int]`.as('content'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ? { ...attachment.parse(row.about), content: row.content } : undefined
}

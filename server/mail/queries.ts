import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { Envelope } from './envelope.ts'

/** Keeps a mail that a demo does not send, with its links and files. */
export async function insertDemoMail(db: Database, kind: string, mail: Envelope): Promise<void> {
  // An address may be in brackets.
  const links = [...new Set(mail.text.match(/https?:\/\/[^\s<>")]+/g) ?? [])]
  await db
    .insertInto('demo_mails')
    .values({
      id: newId(),
      recipient: mail.to.address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      links,
      kind,
      attachments: JSON.stringify(mail.files.map(({ name, type }) => ({ name, type }))),
      files: mail.files.map(({ content }) => Buffer.from(content)),
    })
    .execute()
}

/** Deletes the demo's mails of more than a month ago; after an hour those to somebody who was erased by their request. */
export async function deleteOldDemoMails(db: Database): Promise<void> {
  await sql`
    DELETE FROM demo_mails d WHERE sent_at < now() - interval '30 days'
      OR kind = 'request_answer' AND sent_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM users u WHERE u.email = d.recipient)`.execute(db)
}

import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { Envelope } from './envelope.ts'
import { withLogo } from './mark.ts'

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
      // Nothing travels with a mail of the demo, so its logo is within it.
      html: mail.logo === undefined ? mail.html : withLogo(mail.html, mail.logo),
      links,
      kind,
      attachments: JSON.stringify(mail.files.map(({ name, type }) => ({ name, type }))),
      files: mail.files.map(({ content }) => Buffer.from(content)),
    })
    .execute()
}

/** The look of a client's mails, and the name that they are from. */
export interface MailBrand {
  /** Empty for the client's own name. */
  senderName: string
  /** `#rrggbb`; empty for the platform's. */
  color: string
  logo: { image: Buffer; width: number; height: number } | null
}

/** The brand of a client; undefined for one without. */
export async function findMailBrand(db: Executor, clientId: string): Promise<MailBrand | undefined> {
  const { rows } = await sql<MailBrand & { image: Buffer | null; width: number; height: number }>`
    SELECT b.sender_name AS "senderName", b.color, b.logo AS image, b.logo_width AS width, b.logo_height AS height
    FROM client_brands b WHERE b.client_id = ${clientId}`.execute(db)
  return rows.map(({ senderName, color, image, width, height }) => ({
    senderName,
    color,
    logo: image === null ? null : { image, width, height },
  }))[0]
}

/** Deletes the demo's mails of more than a month ago; after an hour those to somebody who was erased by their request. */
export async function deleteOldDemoMails(db: Database): Promise<void> {
  await sql`
    DELETE FROM demo_mails d WHERE sent_at < now() - interval '30 days'
      OR kind = 'request_answer' AND sent_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM users u WHERE u.email = d.recipient)
        AND NOT EXISTS (SELECT FROM memberships m WHERE m.email = d.recipient)`.execute(db)
}

/**
 * The name by which a mail greets the owner of an account, for a query of users. Empty while the address is unverified:
 * the name may be what a stranger typed who signed up with it.
 */
const greetedName = sql<string>`CASE WHEN email_verified_at IS NULL THEN '' ELSE name END`

/** The owner of an account, as a mail about it greets and reaches them. */
export interface Owner {
  userId: string
  /** Empty while the address is unverified. */
  name: string
  email: string
  locale: Locale
  timeZone: string
  deactivated: boolean
}

/** The owner of an account; undefined without an address. */
export async function findOwner(db: Executor, userId: string): Promise<Owner | undefined> {
  const owner = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id as userId', greetedName.as('name'), 'email', 'locale', 'time_zone as timeZone'])
    .select(sql<boolean>`deactivated_at IS NOT NULL`.as('deactivated'))
    .executeTakeFirst()
  return owner?.email == null ? undefined : { ...owner, email: owner.email }
}

/** The live owner of an address, and when a link ends that is made now for so many minutes. */
export async function findOwnerOf(
  db: Executor,
  email: string,
  minutes: number,
): Promise<{ userId: string; name: string; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .select(['id as userId', greetedName.as('name')])
    .select(sql<Date>`now() + ${minutes}::integer * interval '1 minute'`.as('endsAt'))
    .executeTakeFirst()
}

/** The name of an operator, for the mail about something that they did; empty once they are gone. */
export async function findOperatorName(db: Executor, userId: string): Promise<string> {
  const operator = await db.selectFrom('users').where('id', '=', userId).select('name').executeTakeFirst()
  return operator?.name ?? ''
}

export interface NotedMail {
  userId: string
  clientId: string | null
  job: string
  kind: string
  address: string
  outcome: 'sent' | 'retrying' | 'failed'
  failure: 'address_refused' | 'not_sent' | 'unconfirmed' | null
  failureCode: string
  tries: number
  linkHash: Buffer | null
}

/** Notes a mail, or its next try. Of somebody who was erased meanwhile nothing is noted. */
export async function noteMail(db: Database, mail: NotedMail): Promise<void> {
  await sql`
    INSERT INTO person_mails AS m
      (id, user_id, client_id, job, kind, address, outcome, failure, failure_code, tries, link_hash)
    SELECT ${newId()}::uuid, u.id, ${mail.clientId}::uuid, ${mail.job}, ${mail.kind}, ${mail.address}, ${mail.outcome},
           ${mail.failure}, ${mail.failureCode}, ${mail.tries}::integer, ${mail.linkHash}::bytea
    FROM users u WHERE u.id = ${mail.userId} AND u.erased_at IS NULL
    ON CONFLICT (user_id, job, kind) DO UPDATE SET at = now(), address = excluded.address, outcome = excluded.outcome,
      failure = excluded.failure, failure_code = excluded.failure_code, tries = excluded.tries,
      link_hash = excluded.link_hash`.execute(db)
}

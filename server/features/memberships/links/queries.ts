import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { NewLink } from './new-link.ts'

/** The person of the link, and the client that invited with it; null for other links. */
interface Owner {
  userId: string
  clientId: string | null
}

/** The address that the link is mailed to. If the account has none, it is the one that the inviting client knows. */
const mailedTo = ({ clientId }: Pick<Owner, 'clientId'>) =>
  sql<string | null>`coalesce(users.email, (SELECT m.email FROM memberships m
    WHERE m.client_id = ${clientId} AND m.user_id = users.id AND m.erased_at IS NULL
    ORDER BY m.removed_at DESC NULLS FIRST LIMIT 1))`.as('email')

/** Locks the person until the caller's transaction ends: of links made simultaneously, the later voids the earlier. */
export async function lockLinkOwner(
  db: Executor,
  { userId, clientId }: Owner,
): Promise<{ publicId: string; email: string | null }> {
  return db
    .selectFrom('users')
    .select(['public_id as publicId', mailedTo({ clientId })])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks a live person until the caller's transaction ends. @returns undefined for one who is deactivated */
export async function lockLivePerson(
  db: Executor,
  { userId, clientId }: Owner,
): Promise<{ email: string | null; emailHanded: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select([mailedTo({ clientId }), 'email_handed as emailHanded'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** After a restore: links that sign in, reset or verify open nothing. Invitations stay. */
export async function deleteSingleUseLinks(tx: Executor): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('purpose', 'not in', ['invitation', 'manager_invitation'])
    .execute()
}

export async function insertLink(
  db: Executor,
  secrets: { tokenHash: Buffer; codeHash: Buffer | null; seed: Buffer | null },
  link: NewLink & { email: string | null },
): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({
      token_hash: secrets.tokenHash,
      code_hash: secrets.codeHash,
      seed: secrets.seed,
      user_id: link.userId,
      purpose: link.purpose,
      client_id: link.clientId,
      email: link.email,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Ends what a newer link of the same purpose replaces. */
export async function voidUnused(db: Executor, userId: string, purpose: NewLink['purpose']): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({ expires_at: row.fn<Date>('least', ['expires_at', row.fn<Date>('now')]) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends all unused links of a person but those of the spared purposes. */
export async function voidLinks(
  db: Executor,
  userId: string,
  spared: readonly NewLink['purpose'][],
): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({ expires_at: row.fn<Date>('least', ['expires_at', row.fn<Date>('now')]) }))
    .where('user_id', '=', userId)
    .where('purpose', 'not in', spared)
    .where('used_at', 'is', null)
    .execute()
}

/** A link that lived to its natural end did so at a midnight of the client's; one that was ended early did not. */
export async function lengthenLinks(
  db: Executor,
  later: { clientId: string; userIds: readonly string[]; lastDay: string; timeZone: string },
): Promise<void> {
  await sql`
    UPDATE one_time_links l
    SET expires_at = greatest(l.expires_at, (${later.lastDay}::date + 1)::timestamp AT TIME ZONE ${later.timeZone})
    FROM users u
    WHERE u.id = l.user_id AND l.user_id = ANY (${later.userIds}::uuid[]) AND l.purpose = 'invitation'
      AND l.client_id = ${later.clientId} AND l.used_at IS NULL AND coalesce(l.email = u.email, true)
      AND (l.expires_at > now() OR (l.expires_at AT TIME ZONE ${later.timeZone})::time = '00:00')`.execute(db)
}

/** Has a person's newest printed link of a client that still opens do so until then at least. */
export async function lengthenPrinted(
  db: Executor,
  link: { userId: string; clientId: string; expiresAt: Date },
): Promise<{ tokenHash: Buffer; seed: Buffer; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ tokenHash: Buffer; seed: Buffer; expiresAt: Date }>`
    UPDATE one_time_links SET expires_at = greatest(expires_at, ${link.expiresAt})
    WHERE token_hash = (
      SELECT token_hash FROM one_time_links
      WHERE user_id = ${link.userId} AND purpose = 'invitation' AND client_id = ${link.clientId}
        AND seed IS NOT NULL AND used_at IS NULL AND expires_at > now()
      ORDER BY created_at DESC LIMIT 1)
    RETURNING token_hash AS "tokenHash", seed, expires_at AS "expiresAt"`.execute(db)
  return rows[0]
}

export async function voidInvitations(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<void> {
  await sql`
    UPDATE one_time_links SET expires_at = least(expires_at, now())
    WHERE user_id = ${key.userId} AND purpose IN ('invitation', 'manager_invitation') AND client_id = ${key.clientId}
      AND used_at IS NULL`.execute(db)
}

/**
 * Ends a person's invitation links of one client. One that has run out may still say thank you, so these are used up and
 * not run out.
 */
export async function replaceInvitations(db: Executor, userId: string, clientId: string): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({
      used_at: row.fn<Date>('now'),
      expires_at: row.fn<Date>('least', ['expires_at', row.fn<Date>('now')]),
    }))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invitation')
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute()
}

export interface FoundLink {
  token_hash: Buffer
  user_id: string
  purpose: NewLink['purpose']
  client_id: string | null
  email: string | null
  expired: boolean
  used: boolean
  deactivated: boolean
}

/** A link by its person's public id and its token's hash: neither alone finds anything. */
export async function findLink(db: Executor, uid: string, tokenHash: Buffer): Promise<FoundLink | undefined> {
  return foundLinks(db)
    .where('link.token_hash', '=', tokenHash)
    .where('person.public_id', '=', uid)
    .executeTakeFirst()
}

/** An invitation by the hash of its code, which nobody is asked to type a second thing with. */
export async function findByCode(db: Executor, codeHash: Buffer): Promise<FoundLink | undefined> {
  return foundLinks(db)
    .where('link.code_hash', '=', codeHash)
    .where('link.purpose', '=', 'invitation')
    .executeTakeFirst()
}

function foundLinks(db: Executor) {
  return db
    .selectFrom('one_time_links as link')
    .innerJoin('users as person', 'person.id', 'link.user_id')
    .select((row) => [
      'link.token_hash',
      'link.user_id',
      'link.purpose',
      'link.client_id',
      'link.email',
      row('link.expires_at', '<=', row.fn<Date>('now')).as('expired'),
      row('link.used_at', 'is not', null).as('used'),
      row('person.deactivated_at', 'is not', null).as('deactivated'),
    ])
    .$castTo<FoundLink>()
}

/** Notes when an invitation was opened first. */
export async function noteOpening(db: Executor, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({ opened_at: row.fn<Date>('now') }))
    .where('token_hash', '=', tokenHash)
    .where('opened_at', 'is', null)
    .execute()
}

/** Takes a single-use link; false when somebody else was faster. */
export async function takeLink(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const used = await db
    .updateTable('one_time_links')
    .set((row) => ({ used_at: row.fn<Date>('now') }))
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where((row) => row('expires_at', '>', row.fn<Date>('now')))
    .returning('token_hash')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Deletes links long after their end. Until then a late opener still reads that the link is over, and a participant that
 * the test has arrived. The first superuser's link says whether they ever came in, and stays.
 */
export async function deleteOldLinks(db: Executor): Promise<void> {
  await sql`
    DELETE FROM one_time_links l
    WHERE l.expires_at < now() - interval '30 days'
      AND (l.purpose <> 'invitation' OR l.expires_at < now() - interval '1 year')
      AND NOT EXISTS (SELECT FROM users u WHERE u.id = l.user_id AND u.email IS NULL AND u.authority @> '{superuser}')`.execute(
    db,
  )
}

/**
 * True when somebody has a consent to withdraw, anywhere; never where others gave their address: it may be a manager's.
 */
export async function hasConsents(db: Executor, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('consents')
    .innerJoin('users', 'users.id', 'consents.user_id')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'explicit_consent')
    .where('withdrawn_at', 'is', null)
    .where('email_handed', '=', false)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

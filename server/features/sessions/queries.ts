import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

export interface SessionRow {
  user_id: string
  invitation_client_id: string | null
  remembered: boolean
  stale: boolean
  name: string
  locale: Locale
  authority: ('admin' | 'superuser')[]
  roles: ('manager' | 'candidate' | 'employee')[]
  ever_member: boolean
}

const slidingLife = sql<Date>`now() + interval '12 hours'`
const rememberedLife = sql<Date>`now() + interval '30 days'`

export async function insertSession(
  db: Executor,
  session: {
    tokenHash: Buffer
    userId: string
    invitationClientId: string | null
    remembered: boolean
    userAgent: string
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      id: newId(),
      user_id: session.userId,
      invitation_client_id: session.invitationClientId,
      remembered: session.remembered,
      user_agent: session.userAgent,
      expires_at: session.remembered ? rememberedLife : slidingLife,
    })
    .execute()
}

/** A live session with what decides its authority, in one query: every call makes it. */
export async function findSession(db: Executor, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    SELECT s.user_id, s.invitation_client_id, s.remembered, s.seen_at < now() - interval '10 minutes' AS stale,
           u.name, u.locale, u.authority,
           ARRAY(SELECT DISTINCT m.role FROM memberships m WHERE m.user_id = u.id AND m.removed_at IS NULL
                 AND (s.invitation_client_id IS NULL OR m.client_id = s.invitation_client_id)) AS roles,
           EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id) AS ever_member
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > now() AND u.deactivated_at IS NULL`.execute(db)
  return rows[0]
}

export async function extendSession(db: Executor, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      seen_at: sql`now()`,
      expires_at: sql`CASE WHEN remembered THEN expires_at ELSE ${slidingLife} END`,
    })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession(db: Executor, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf(db: Executor, userId: string, but: Buffer | null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(but !== null, (query) => query.where('token_hash', '<>', but ?? Buffer.alloc(0)))
    .execute()
}

export interface OpenedSessionRow {
  id: string
  token_hash: Buffer
  user_agent: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  remembered: boolean
}

/** The live full sessions of a person; what an invitation link opened is no way into the account. */
export async function findSessionsOf(db: Executor, userId: string): Promise<OpenedSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'user_agent', 'created_at', 'seen_at', 'expires_at', 'remembered'])
    .where('user_id', '=', userId)
    .where('invitation_client_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Whether a live full session is this person's. */
export async function isSessionOf(db: Executor, userId: string, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('invitation_client_id', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

export async function deleteSessionById(db: Executor, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

export async function deleteExpiredSessions(db: Executor): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
}

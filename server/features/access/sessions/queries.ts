import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { OnTablet } from '#server/http/caller.ts'

// Twelve hours after the last use.
const slidingLife = sql<Date>`now() + interval '12 hours'`
const rememberedLife = sql<Date>`now() + interval '30 days'`

/** The identity provider by which somebody came. */
export interface ByProvider {
  readonly clientId: string
  readonly id: string
  readonly provesSecondStep: boolean
}

export async function insertSession(
  db: Executor,
  session: {
    tokenHash: Buffer
    userId: string
    invitationClientId: string | null
    remembered: boolean
    userAgent: string
    tablet?: OnTablet | undefined
    mailed?: boolean | undefined
    byPassword?: boolean | undefined
    provider?: ByProvider | undefined
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
      test_day_id: session.tablet?.testDayId ?? null,
      tablet_id: session.tablet?.tabletId ?? null,
      mailed: session.mailed ?? false,
      ...(session.byPassword && { proved_at: sql<Date>`now()`, proved_by: 'password' as const }),
      provider_client_id: session.provider?.clientId ?? null,
      provider_id: session.provider?.id ?? null,
      provider_second_step: session.provider?.provesSecondStep ?? false,
      expires_at: session.remembered ? rememberedLife : slidingLife,
    })
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

/** After a restore: nobody is signed in, or half way to it. Codes that were mailed to a session go with it. */
export async function deleteEverySession(tx: Executor): Promise<void> {
  await tx.deleteFrom('sessions').execute()
  await tx.deleteFrom('sign_in_challenges').execute()
}

export async function deleteInvitationSessions(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', key.userId)
    .where('invitation_client_id', '=', key.clientId)
    .execute()
}

/**
 * Deletes sessions of people who need a second step and have none, except invitations' sessions: these reach no more
 * than a participant does.
 */
export async function deleteSessionsWithoutFactor(db: Executor): Promise<void> {
  await sql`
    DELETE FROM sessions s USING users u
    WHERE u.id = s.user_id AND s.invitation_client_id IS NULL AND NOT s.provider_second_step
      AND (u.authority <> '{}' OR EXISTS (SELECT FROM memberships m
        WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.role = 'manager'))
      AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)`.execute(
    db,
  )
}

export async function markProved(db: Executor, tokenHash: Buffer): Promise<Date> {
  const { proved_at } = await db
    .updateTable('sessions')
    .set((row) => ({
      proved_at: sql<Date>`now()`,
      proved_by: row.fn.coalesce('proved_by', row.val('code' as const)),
    }))
    .where('token_hash', '=', tokenHash)
    .returning(sql<Date>`proved_at`.as('proved_at'))
    .executeTakeFirstOrThrow()
  return proved_at
}

/** The live full sessions of a person; what an invitation link opened is no way into the account. */
export async function findSessionsOf(db: Executor, userId: string) {
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

/** Counts a person's live sessions, those of invitations too, and finds when one of them was last used. */
export async function countSessionsOf(
  db: Executor,
  userId: string,
): Promise<{ count: number; seen_at: Date | null }> {
  const { rows } = await sql<{ count: number; seen_at: Date | null }>`
    SELECT count(*)::int AS count, max(seen_at) AS seen_at FROM sessions
    WHERE user_id = ${userId} AND expires_at > now()`.execute(db)
  return rows[0] ?? { count: 0, seen_at: null }
}

/** True when a live full session is this person's. */
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

/** The newest device of a person stays however old it is: by it the next one is not taken for their first. */
export async function deleteOldDevices(db: Executor): Promise<void> {
  await sql`
    DELETE FROM known_devices d WHERE d.seen_at < now() - interval '90 days'
      AND EXISTS (SELECT FROM known_devices newer WHERE newer.user_id = d.user_id AND newer.seen_at > d.seen_at)`.execute(
    db,
  )
}

/**
 * Notes a device of a person.
 * @returns whether they had any before, and whether this one was among those of the last 90 days
 */
export async function noteDevice(
  db: Executor,
  userId: string,
  fingerprint: Buffer,
): Promise<{ any: boolean; known: boolean }> {
  const { rows } = await sql<{ any: boolean; known: boolean }>`
    WITH noted AS (
      INSERT INTO known_devices (user_id, fingerprint) VALUES (${userId}, ${fingerprint})
      ON CONFLICT (user_id, fingerprint) DO UPDATE SET seen_at = now()
    )
    SELECT count(*) > 0 AS any,
           coalesce(bool_or(fingerprint = ${fingerprint} AND seen_at > now() - interval '90 days'), false) AS known
    FROM known_devices WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? { any: false, known: false }
}

export async function deleteChallengesOf(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

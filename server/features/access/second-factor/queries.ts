import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { ByProvider } from '#server/features/access/sessions/sessions.ts'

export interface FactorRow {
  secret: Buffer
  confirmed_at: Date | null
  /** The database's clock, in seconds: every server process has the same. */
  at: number
}

export async function findFactor(db: Executor, userId: string): Promise<FactorRow | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', sql<number>`extract(epoch FROM now())::float8`.as('at')])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** True when somebody has declined to set up a second step when it was offered. */
export async function hasDeclined(db: Executor, userId: string): Promise<boolean> {
  const declined = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('second_factor_declined_at', 'is not', null)
    .executeTakeFirst()
  return declined !== undefined
}

/** @returns false when they had before */
export async function markDeclined(db: Executor, userId: string): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ second_factor_declined_at: sql`now()` })
    .where('id', '=', userId)
    .where('second_factor_declined_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Begins, or begins again. @returns false when it is on already */
export async function beginFactor(db: Executor, userId: string, secret: Buffer): Promise<boolean> {
  const begun = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Turns a begun one on. @returns false when it was restarted or confirmed meanwhile */
export async function confirmFactor(
  db: Executor,
  userId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Takes a step's code. @returns false when this one or a later one was taken before */
export async function takeStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Turns it off, recovery codes too. @returns whether it was on */
export async function deleteFactor(db: Executor, userId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return gone !== undefined && gone.confirmed_at !== null
}

export async function replaceRecoveryCodes(
  db: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Takes a recovery code; of several who bring it at once one gets true. */
export async function takeRecoveryCode(db: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export interface NeedRow {
  confirmed: boolean
  required: boolean
}

/** Tells whether somebody has a second step, and whether the platform asks it of their roles. */
export async function findNeed(db: Executor, userId: string): Promise<NeedRow> {
  const { rows } = await sql<NeedRow>`
    SELECT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS confirmed,
           (SELECT require_second_factor = 'managers' FROM platform_settings)
             AND (u.authority <> '{}' OR EXISTS (SELECT FROM memberships m
               WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.role = 'manager')) AS required
    FROM users u WHERE u.id = ${userId}`.execute(db)
  return rows[0] ?? { confirmed: false, required: false }
}

export interface NewChallenge {
  userId: string
  purpose: 'code' | 'setup'
  way: string
  remembered: boolean
  /** The identity provider by which the first step was passed. */
  provider?: { readonly clientId: string; readonly id: string }
}

export async function insertChallenge(
  db: Executor,
  tokenHash: Buffer,
  challenge: NewChallenge & { minutes: number },
): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: tokenHash,
      user_id: challenge.userId,
      purpose: challenge.purpose,
      way: challenge.way,
      remembered: challenge.remembered,
      provider_client_id: challenge.provider?.clientId ?? null,
      provider_id: challenge.provider?.id ?? null,
      expires_at: sql<Date>`now() + make_interval(mins => ${challenge.minutes}::int)`,
    })
    .execute()
}

/**
 * Counts a try before the code is looked at, so that a burst cannot try more often than one by one.
 * @returns undefined for an unknown challenge, another purpose's, one whose time or tries are over, and a deactivated person
 */
export async function countTry(
  db: Executor,
  tokenHash: Buffer,
  purpose: 'code' | 'setup',
  atMost: number,
): Promise<
  { userId: string; way: string; remembered: boolean; provider: ByProvider | undefined } | undefined
> {
  const tried = await db
    .updateTable('sign_in_challenges as challenge')
    .from('users as person')
    .set((row) => ({ tries: row('challenge.tries', '+', 1) }))
    .whereRef('person.id', '=', 'challenge.user_id')
    .where('person.deactivated_at', 'is', null)
    .where('challenge.token_hash', '=', tokenHash)
    .where('challenge.purpose', '=', purpose)
    .where('challenge.tries', '<', atMost)
    .where('challenge.expires_at', '>', sql<Date>`now()`)
    .returning([
      'challenge.user_id as userId',
      'challenge.way',
      'challenge.remembered',
      'challenge.provider_client_id as clientId',
      'challenge.provider_id as providerId',
    ])
    .executeTakeFirst()
  if (tried === undefined) return undefined
  const { userId, way, remembered, clientId, providerId } = tried
  const by = clientId !== null && providerId !== null ? { clientId, id: providerId } : undefined
  return { userId, way, remembered, provider: by && { ...by, provesSecondStep: false } }
}

/** Uses a challenge up. @returns false when somebody else was faster, or it was ended meanwhile */
export async function takeChallenge(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Locks a live person until the transaction ends: a password change or deactivation under way waits, and then ends what
 * this transaction opens as well. Taken before anything else of theirs, so that no two of these wait for each other.
 */
export async function lockFactorOwner(db: Executor, userId: string): Promise<{ label: string } | undefined> {
  return db
    .selectFrom('users')
    .select((row) => row.fn.coalesce('email', 'name').as('label'))
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

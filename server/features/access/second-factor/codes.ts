import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { countWithin, take } from '#server/throttles/throttles.ts'
import { findFactor, lockFactorOwner, takeRecoveryCode, takeStep } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { unseal } from './sealing.ts'
import { stepOf } from './totp.ts'

/** The database, and the key that stored secrets are encrypted with. */
export interface Vault {
  readonly db: Database
  readonly secretKey: string
}

export const vaultOf = ({ db, config }: Deps): Vault => ({ db, secretKey: config.secretKey })

/** The user who typed a code, the code, and the action that a wrong one is recorded as. */
export interface CodeAttempt {
  readonly userId: string
  readonly code: string
  readonly address: string
  readonly refusal: 'sign_in_refused' | 'second_factor_refused'
}

/** The six digits of an app, without the spaces it shows; null for anything else. */
export const digitsOf = (code: string) => /^\d{6}$/.exec(code.replace(/\s/g, ''))?.[0] ?? null

/**
 * Bounds guessing of six digits over all challenges and sessions of a person: 60 a day leave a chance of one in 5,000.
 * Recovery codes cannot be guessed and are not counted, so somebody who has one is never locked out.
 */
export function limitGuesses({ db }: Vault, { userId, address, refusal }: CodeAttempt) {
  const refused = (reason: string) =>
    recordAudit(db, { action: refusal, reason, by: visitor(address), subjectId: userId })
  const limits = [
    { key: `second-factor:${userId}`, atMost: 10, seconds: 15 * 60 },
    { key: `second-factor-day:${userId}`, atMost: 60, seconds: 24 * 3600 },
  ]
  return take(db, limits, () => refused('too_many_requests'))
}

/**
 * Does the work in one transaction with taking a code, of the app or for recovery, that opens nothing a second time.
 * @returns undefined when the code is wrong or was taken before; that is written down
 * @throws Failure too_many_requests
 */
export async function withCode<Result>(
  vault: Vault,
  attempt: CodeAttempt,
  work: (tx: Executor, by: 'code' | 'recovery_code') => Promise<Result>,
): Promise<Result | undefined> {
  const { db } = vault
  const { userId, address } = attempt
  const digits = digitsOf(attempt.code)
  const giveBack = digits === null ? undefined : await limitGuesses(vault, attempt)
  const step = digits === null ? null : await stepOfPerson(vault, userId, digits)
  const result = await db.transaction().execute(async (tx) => {
    if ((await lockFactorOwner(tx, userId)) === undefined) return undefined
    if (digits !== null)
      return step !== null && (await takeStep(tx, userId, step)) ? work(tx, 'code') : undefined
    if (!(await takeRecoveryCode(tx, userId, hashRecoveryCode(attempt.code)))) return undefined
    await recordAudit(tx, { action: 'recovery_code_used', by: { userId, address }, subjectId: userId })
    return work(tx, 'recovery_code')
  })
  if (result === undefined) await recordWrongCode(vault, attempt, digits === null)
  else await giveBack?.()
  return result
}

/** Recovery codes may be tried without end, so a person's fill a hundred lines a quarter of an hour and no more. */
async function recordWrongCode(
  { db }: Vault,
  { userId, address, refusal }: CodeAttempt,
  recovery: boolean,
): Promise<void> {
  if (recovery && (await countWithin(db, `wrong-recovery-code:${userId}`, 15 * 60)) > 100) return
  const reason = recovery ? 'wrong_recovery_code' : 'wrong_code'
  await recordAudit(db, { action: refusal, reason, by: visitor(address), subjectId: userId })
}

async function stepOfPerson(
  { db, secretKey }: Vault,
  userId: string,
  digits: string,
): Promise<number | null> {
  const factor = await findFactor(db, userId)
  if (factor === undefined || factor.confirmed_at === null) return null
  return stepOf(unseal(secretKey, userId, factor.secret), digits, factor.at)
}

import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CodeAttempt, digitsOf, limitGuesses, type Vault } from './codes.ts'
import { sendSecondFactorChanged } from './jobs.ts'
import { beginFactor, confirmFactor, findFactor, lockFactorOwner, replaceRecoveryCodes } from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './sealing.ts'
import { enrolmentOf, newTotpSecret, stepOf } from './totp.ts'

/**
 * Makes a secret for somebody's app; beginning again makes another one.
 * @param first a check to repeat once the person is locked
 * @throws Failure second_factor_on
 */
export async function begin(
  { db, secretKey }: Vault,
  userId: string,
  first?: (tx: Executor) => Promise<void>,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  return db.transaction().execute(async (tx) => {
    const person = await lockFactorOwner(tx, userId)
    if (person === undefined) throw new Failure('not_found')
    await first?.(tx)
    if (!(await beginFactor(tx, userId, seal(secretKey, userId, secret))))
      throw new Failure('second_factor_on')
    return enrolmentOf(secret, person.label)
  })
}

/**
 * Turns a begun second step on with a first code of the app, in one transaction with the work. That code opens nothing else.
 * @returns the recovery codes, which are stored nowhere, and what the work gave; undefined when the code is wrong
 * @throws Failure second_factor_on, or second_factor_off when nothing was begun
 */
export async function confirm<Result>(
  vault: Vault,
  attempt: CodeAttempt,
  work: (tx: Executor) => Promise<Result>,
): Promise<{ recoveryCodes: string[]; result: Result } | undefined> {
  const { db, secretKey } = vault
  const { userId, address } = attempt
  const factor = await findFactor(db, userId)
  if (factor === undefined) throw new Failure('second_factor_off')
  if (factor.confirmed_at !== null) throw new Failure('second_factor_on')
  const giveBack = await limitGuesses(vault, attempt)
  const step = stepOf(unseal(secretKey, userId, factor.secret), digitsOf(attempt.code) ?? '', factor.at)
  if (step === null) return undefined
  const recoveryCodes = newRecoveryCodes()
  const result = await db.transaction().execute(async (tx) => {
    await lockFactorOwner(tx, userId)
    if (!(await confirmFactor(tx, userId, factor.secret, step))) throw new Failure('second_factor_on')
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode))
    const entry = { by: { userId, address }, subjectId: userId }
    await recordAudit(tx, { action: 'second_factor_enabled', ...entry })
    await addJob(tx, sendSecondFactorChanged, { userId, change: 'on', by: null })
    return work(tx)
  })
  await giveBack()
  return { recoveryCodes, result }
}

/** @throws FieldFailure for `code` */
export function refuseCode(): never {
  throw new FieldFailure({ code: { key: 'code_wrong' } })
}

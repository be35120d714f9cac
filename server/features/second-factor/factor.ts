import { isOperator } from '#contract/access.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { getSecondFactor } from '#contract/second-factor.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { endAllSessions, endOtherSessions } from '#server/features/sessions/sessions.ts'
import type { AuthorizedUser } from '#server/features/users/access.ts'
import { recheckCurrentPassword, requireCurrentPassword } from '#server/features/users/current-password.ts'
import { credentialsOf } from '#server/features/users/users.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { type Vault, withCode } from './codes.ts'
import { begin, confirm, refuseCode } from './enrol.ts'
import { sendSecondFactorChanged } from './jobs.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  findNeed,
  hasDeclined,
  markDeclined,
  replaceRecoveryCodes,
} from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/** Who does something with their own second step, and from where. */
export interface Own {
  readonly caller: Caller
  readonly address: string
}

export async function statusOf(db: Executor, caller: Caller): Promise<AnswerOf<typeof getSecondFactor>> {
  const { userId } = caller
  const since = (await findFactor(db, userId))?.confirmed_at?.toISOString() ?? null
  const { required } = await findNeed(db, userId)
  const recoveryCodesLeft = await countRecoveryCodes(db, userId)
  const offered = since === null && isOperator(caller) && !(await hasDeclined(db, userId))
  return { enabled: since !== null, since, recoveryCodesLeft, required, offered }
}

/** Notes that an operator doesn't want a second step now. It is not offered again. */
export async function declineOffer({ db }: Vault, { caller, address }: Own): Promise<void> {
  const { userId } = caller
  await db.transaction().execute(async (tx) => {
    if (!(await markDeclined(tx, userId))) return
    await recordAudit(tx, { action: 'second_factor_declined', actorId: userId, subjectId: userId, address })
  })
}

/**
 * Makes a secret for the caller's app. The password is asked for where there is one: otherwise a found session would lock
 * its owner out with a phone that is not theirs.
 * @throws FieldFailure; Failure second_factor_on, too_many_requests
 */
export async function beginOwn(
  vault: Vault,
  own: Own,
  currentPassword: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { userId } = own.caller
  if ((await findNeed(vault.db, userId)).confirmed) throw new Failure('second_factor_on')
  const asked = await ownPassword(vault, own, currentPassword)
  return begin(vault, userId, (tx) => recheckCurrentPassword(tx, own.caller, asked))
}

/** Turns on what the caller has begun; sessions that came without it end. */
export async function confirmOwn(vault: Vault, { caller, address }: Own, code: string): Promise<string[]> {
  const attempt = { userId: caller.userId, code, address, refusal: 'second_factor_refused' } as const
  const enrolled = await confirm(vault, attempt, (tx) => endOtherSessions(tx, caller))
  return enrolled?.recoveryCodes ?? refuseCode()
}

/**
 * Turns it off. Somebody who signs in by links has no password to be asked for: then the code alone shows that it is them.
 * @throws FieldFailure; Failure second_factor_off, second_factor_enforced, too_many_requests
 */
export async function disableOwn(
  vault: Vault,
  { caller, address }: Own,
  by: { currentPassword: string | undefined; code: string },
): Promise<void> {
  const { userId } = caller
  const { confirmed, required } = await findNeed(vault.db, userId)
  if (!confirmed) throw new Failure('second_factor_off')
  if (required) throw new Failure('second_factor_enforced')
  const asked = await ownPassword(vault, { caller, address }, by.currentPassword)
  const attempt = { userId, code: by.code, address, refusal: 'second_factor_refused' } as const
  const disabled = await withCode(vault, attempt, async (tx) => {
    await recheckCurrentPassword(tx, caller, asked)
    await deleteFactor(tx, userId)
    await recordAudit(tx, { action: 'second_factor_disabled', actorId: userId, subjectId: userId, address })
    await addJob(tx, sendSecondFactorChanged, { userId, change: 'off', by: null })
    return true
  })
  if (disabled === undefined) refuseCode()
}

/** Makes ten new recovery codes; the old ones end. @throws FieldFailure; Failure second_factor_off, too_many_requests */
export async function renewOwn(
  vault: Vault,
  { caller, address }: Own,
  by: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<string[]> {
  const { userId } = caller
  if (!(await findNeed(vault.db, userId)).confirmed) throw new Failure('second_factor_off')
  const recoveryCodes = newRecoveryCodes()
  const renew = async (tx: Executor) => {
    // Turned off meanwhile: then there is nothing these codes could open.
    if (!(await findNeed(tx, userId)).confirmed) throw new Failure('second_factor_off')
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode))
    await recordAudit(tx, { action: 'recovery_codes_renewed', actorId: userId, subjectId: userId, address })
    return true
  }
  if (by.code !== undefined) {
    const attempt = { userId, code: by.code, address, refusal: 'second_factor_refused' } as const
    if ((await withCode(vault, attempt, renew)) === undefined) refuseCode()
    return recoveryCodes
  }
  if (by.currentPassword === undefined) throw new FieldFailure({ code: { key: 'required' } })
  const asked = await requireCurrentPassword(vault.db, caller, by.currentPassword, address)
  await vault.db.transaction().execute(async (tx) => {
    await recheckCurrentPassword(tx, caller, asked)
    await renew(tx)
  })
  return recoveryCodes
}

/** Asks for the password where there is one. @returns what recheckCurrentPassword takes */
async function ownPassword(
  { db }: Vault,
  { caller, address }: Own,
  currentPassword: string | undefined,
): Promise<string | null> {
  const { passwordHash } = await credentialsOf(db, caller.userId)
  return passwordHash === null ? null : requireCurrentPassword(db, caller, currentPassword, address)
}

/** Turns it off for somebody below, who lost their phone. What they had not turned on changes nothing. */
export async function resetFor({ db }: Vault, { caller, address }: Own, user: AuthorizedUser): Promise<void> {
  if (user.own) throw new Failure('own_account')
  await db.transaction().execute(async (tx) => {
    if (!(await deleteFactor(tx, user.id))) return
    await endAllSessions(tx, user.id)
    const entry = { actorId: caller.userId, subjectId: user.id, address }
    await recordAudit(tx, { action: 'second_factor_reset', ...entry })
    await addJob(tx, sendSecondFactorChanged, { userId: user.id, change: 'reset', by: caller.userId })
  })
}

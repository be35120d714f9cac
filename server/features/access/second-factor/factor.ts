import { isOperator } from '#contract/access.ts'
import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '#contract/second-factor.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { endAllSessions, endOtherSessions } from '#server/features/access/sessions/sessions.ts'
import type { AuthorizedUser } from '#server/features/access/users/access.ts'
import {
  recheckCurrentPassword,
  requireCurrentPassword,
} from '#server/features/access/users/current-password.ts'
import { credentialsOf } from '#server/features/access/users/users.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { vaultOf, withCode } from './codes.ts'
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

export async function statusOf(db: Executor, caller: Caller): Promise<AnswerOf<typeof getSecondFactor>> {
  const { userId } = caller
  const since = (await findFactor(db, userId))?.confirmed_at?.toISOString() ?? null
  const { required } = await findNeed(db, userId)
  const recoveryCodesLeft = await countRecoveryCodes(db, userId)
  const offered = since === null && isOperator(caller) && !(await hasDeclined(db, userId))
  return { enabled: since !== null, since, recoveryCodesLeft, required, offered }
}

/** Notes that an operator doesn't want a second step now. It is not offered again. */
export async function declineOffer(
  tx: Tx,
  _platform: undefined,
  _query: undefined,
  actor: Actor,
): Promise<undefined> {
  const { userId } = actor
  if (!(await markDeclined(tx, userId))) return
  await recordAudit(tx, { action: 'second_factor_declined', by: actor, subjectId: userId })
}

/**
 * Makes a secret for the caller's app. The password is asked for where there is one: otherwise a found session would lock
 * its owner out with a phone that is not theirs.
 * @throws FieldFailure; Failure second_factor_on, too_many_requests
 */
export async function beginOwn(
  db: Database,
  _platform: undefined,
  { current_password: currentPassword }: BodyOf<typeof beginSecondFactor>,
  actor: Actor,
  { deps }: Context,
): Promise<{ secret: string; uri: string }> {
  const { userId, caller } = actor
  if ((await findNeed(db, userId)).confirmed) throw new Failure('second_factor_on')
  const asked = await ownPassword(db, actor, currentPassword)
  return begin(vaultOf(deps), userId, (tx) => recheckCurrentPassword(tx, caller, asked))
}

/** Turns on what the caller has begun; sessions that came without it end. */
export async function confirmOwn(
  _db: Database,
  _platform: undefined,
  { code }: BodyOf<typeof confirmSecondFactor>,
  { userId, address, caller }: Actor,
  { deps }: Context,
) {
  const attempt = { userId, code, address, refusal: 'second_factor_refused' } as const
  const enrolled = await confirm(vaultOf(deps), attempt, (tx) => endOtherSessions(tx, caller))
  return { recoveryCodes: enrolled?.recoveryCodes ?? refuseCode() }
}

/**
 * Turns it off. Somebody who signs in by links has no password to be asked for: then the code alone shows that it is them.
 * @throws FieldFailure; Failure second_factor_off, second_factor_enforced, too_many_requests
 */
export async function disableOwn(
  db: Database,
  _platform: undefined,
  { current_password: currentPassword, code }: BodyOf<typeof disableSecondFactor>,
  actor: Actor,
  { deps }: Context,
): Promise<undefined> {
  const { userId, address, caller } = actor
  const { confirmed, required } = await findNeed(db, userId)
  if (!confirmed) throw new Failure('second_factor_off')
  if (required) throw new Failure('second_factor_enforced')
  const asked = await ownPassword(db, actor, currentPassword)
  const attempt = { userId, code, address, refusal: 'second_factor_refused' } as const
  const disabled = await withCode(vaultOf(deps), attempt, async (tx) => {
    await recheckCurrentPassword(tx, caller, asked)
    await deleteFactor(tx, userId)
    await recordAudit(tx, { action: 'second_factor_disabled', by: actor, subjectId: userId })
    await addJob(tx, sendSecondFactorChanged, { userId, change: 'off', by: null })
    return true
  })
  if (disabled === undefined) refuseCode()
}

/** Makes ten new recovery codes; the old ones end. @throws FieldFailure; Failure second_factor_off, too_many_requests */
export async function renewOwn(
  db: Database,
  _platform: undefined,
  { current_password: currentPassword, code }: BodyOf<typeof renewRecoveryCodes>,
  actor: Actor,
  { deps }: Context,
) {
  const { userId, address, caller } = actor
  if (!(await findNeed(db, userId)).confirmed) throw new Failure('second_factor_off')
  const recoveryCodes = newRecoveryCodes()
  const renew = async (tx: Executor) => {
    // Turned off meanwhile: then there is nothing these codes could open.
    if (!(await findNeed(tx, userId)).confirmed) throw new Failure('second_factor_off')
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode))
    await recordAudit(tx, { action: 'recovery_codes_renewed', by: actor, subjectId: userId })
    return true
  }
  if (code !== undefined) {
    const attempt = { userId, code, address, refusal: 'second_factor_refused' } as const
    if ((await withCode(vaultOf(deps), attempt, renew)) === undefined) refuseCode()
    return { recoveryCodes }
  }
  if (currentPassword === undefined) throw new FieldFailure({ code: { key: 'required' } })
  const asked = await requireCurrentPassword(db, actor, currentPassword)
  await db.transaction().execute(async (tx) => {
    await recheckCurrentPassword(tx, caller, asked)
    await renew(tx)
  })
  return { recoveryCodes }
}

/** Asks for the password where there is one. @returns what recheckCurrentPassword takes */
async function ownPassword(
  db: Database,
  actor: Actor,
  currentPassword: string | undefined,
): Promise<string | null> {
  const { passwordHash } = await credentialsOf(db, actor.userId)
  return passwordHash === null ? null : requireCurrentPassword(db, actor, currentPassword)
}

/** Turns it off for somebody below, who lost their phone. What they had not turned on changes nothing. */
export async function resetFor(
  tx: Tx,
  user: AuthorizedUser,
  _query: undefined,
  actor: Actor,
): Promise<undefined> {
  if (user.own) throw new Failure('own_account')
  if (!(await deleteFactor(tx, user.id))) return
  await endAllSessions(tx, user.id)
  await recordAudit(tx, { action: 'second_factor_reset', by: actor, subjectId: user.id })
  await addJob(tx, sendSecondFactorChanged, { userId: user.id, change: 'reset', by: actor.userId })
}

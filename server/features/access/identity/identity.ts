import type { confirmIdentity as confirmIdentityCall } from '#contract/identity.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { revokeFactor } from '#server/features/access/second-factor/revoke.ts'
import { endOtherSessions, proveSession } from '#server/features/access/sessions/sessions.ts'
import { verifyAddress } from '#server/features/access/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { mailCode, redeemCode } from './checks.ts'
import { findContact } from './queries.ts'

const provedMs = 30 * 60_000

/**
 * Mails the caller a code.
 * @returns the address with most letters hidden: a slip in other hands tells no address
 * @throws Failure no_proved_contact, too_many_requests
 */
export async function askForCode(
  db: Database,
  _on: undefined,
  _body: object,
  { caller }: Actor,
): Promise<{ contact: string }> {
  const contact = await findContact(db, caller)
  if (contact === undefined) throw new Failure('no_proved_contact')
  await mailCode(db, caller, 'identity', contact.email)
  return { contact: hidden(contact.shown) }
}

/** `ayse@ornek.test` as `a•••@o•••`. */
const hidden = (email: string) =>
  email
    .split('@')
    .map((part) => `${part.slice(0, 1)}•••`)
    .join('@')

/**
 * Confirms by a right code that the session is this person's.
 * @returns until when it counts as confirmed
 * @throws as redeemCode
 */
export async function confirmIdentity(
  db: Database,
  _on: undefined,
  { code: digits }: BodyOf<typeof confirmIdentityCall>,
  actor: Actor,
  { deps }: Context,
): Promise<{ provedUntil: string }> {
  const { caller, userId } = actor
  const { invitationClientId: clientId } = caller
  const typed = { purpose: 'identity' as const, digits }
  const provedAt = await redeemCode(db, deps.config.slipKey, caller, typed, async (tx, email) => {
    // The address is another one by now, or its owner has left it.
    if ((await findContact(tx, caller))?.email !== email) throw new Failure('identity_code_over')
    await confirmAddress(tx, actor, email)
    await recordAudit(tx, {
      action: 'identity_proved',
      by: actor,
      subjectId: userId,
      ...(clientId !== null && { clientId }),
    })
    return proveSession(tx, caller.tokenHash)
  })
  return { provedUntil: new Date(provedAt.getTime() + provedMs).toISOString() }
}

/** Reading a mailed code confirms the address, as a mailed link does: every other session of the account ends. */
async function confirmAddress(tx: Executor, actor: Actor, email: string): Promise<void> {
  const { confirmed } = await verifyAddress(tx, actor.userId, email)
  if (!confirmed) return
  await endOtherSessions(tx, actor.caller)
  await revokeFactor(tx, actor.userId, actor)
}

import type { BodyOf } from '#contract/kit.ts'
import type { confirmOwnAddress, OwnProfile, updateOwnProfile } from '#contract/own-data.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { requireProof } from '#server/authority/proof.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { mailCode, redeemCode } from '#server/features/access/identity/checks.ts'
import { correctAccount, moveToShown } from '#server/features/access/users/correct.ts'
import { refreshSearchText } from '#server/features/memberships/memberships.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import {
  correctMemberships,
  findAccount,
  findMemberships,
  findPending,
  isElsewhere,
  showAddress,
} from './queries.ts'

async function profileOf(
  db: Executor,
  { userId, invitationClientId, tokenHash }: Caller,
): Promise<OwnProfile> {
  const whose = { userId, clientId: invitationClientId, reader: 'person' } as const
  const account = await findAccount(db, whose)
  // Name and phone are those of the invitation's client, or of the account when somebody signed in to their own.
  const [membership] = invitationClientId === null ? [] : await findMemberships(db, whose)
  const { name, phone } = membership ?? account
  const email = account.email ?? membership?.email ?? ''
  return { name, phone, email, pendingEmail: await findPending(db, tokenHash) }
}

/** One entry for each client that sees the change, and one without where no client does. */
async function record(
  tx: Executor,
  by: By,
  clients: readonly string[],
  fields: readonly string[],
): Promise<void> {
  const entry = { action: 'own_profile_changed', by, subjectId: by.userId } as const
  if (clients.length === 0) await recordAudit(tx, { ...entry, details: { fields } })
  for (const clientId of clients) await recordAudit(tx, { ...entry, clientId, details: { fields } })
}

/**
 * Corrects name and phone where the session reaches them, and mails a code to a new address.
 * @throws Failure identity_needed, too_many_requests
 */
export async function correctProfile(
  db: Database,
  _platform: undefined,
  { email, ...change }: BodyOf<typeof updateOwnProfile>,
  actor: Actor,
): Promise<OwnProfile> {
  const { caller } = actor
  requireProof(caller)
  const before = await profileOf(db, caller)
  const fields = (['name', 'phone'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== before[field],
  )
  if (fields.length > 0) {
    const whose = { userId: caller.userId, clientId: caller.invitationClientId }
    await db.transaction().execute(async (tx) => {
      if (!(await isElsewhere(tx, whose))) await correctAccount(tx, caller.userId, change)
      const clients = await correctMemberships(tx, whose, change)
      await refreshSearchText(tx, caller.userId)
      await record(tx, actor, clients, fields)
    })
  }
  // Nothing looks up who has the address now: only its owner may learn whether there is an account.
  if (email !== undefined && email !== before.email) await mailCode(db, caller, 'address', email)
  return profileOf(db, caller)
}

/** @throws Failure identity_needed and as redeemCode; FieldFailure for an address that is somebody else's */
export async function confirmAddress(
  db: Database,
  _platform: undefined,
  { code: digits }: BodyOf<typeof confirmOwnAddress>,
  actor: Actor,
  { deps }: Context,
): Promise<OwnProfile> {
  const { caller } = actor
  requireProof(caller)
  await redeemCode(db, deps.config.slipKey, caller, { purpose: 'address', digits }, async (tx, email) => {
    await moveToShown(tx, caller.userId, email)
    // Given to the client whose invitation it is. Others go on knowing the address that they had.
    const { userId, invitationClientId: clientId } = caller
    const clients = clientId === null ? [] : await showAddress(tx, { userId, clientId }, email)
    await refreshSearchText(tx, caller.userId)
    await record(tx, actor, clients, ['email'])
  })
  return profileOf(db, caller)
}

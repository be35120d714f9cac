import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { movePeople, updatePerson } from '#contract/memberships.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { noteGivenAddress } from '#server/features/access/users/users.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { refreshSearchText } from '#server/features/memberships/memberships.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { type AuthorizedPerson, getMember } from './access.ts'
import { waitToInvite } from './invite.ts'
import { changeMember, isAddressKnown, type MemberRow, moveMembers } from './member-queries.ts'
import { staffNumberTaken, toPerson } from './memberships.ts'

export function toPersonDetails(
  {
    locale,
    link_made_at: madeAt,
    link_expires_at: expiresAt,
    held_at: heldAt,
    hold_reason: reason,
    held_by_name: heldBy,
    ...row
  }: MemberRow,
  caller: Actor['caller'],
): AnswerOf<typeof updatePerson> {
  const link =
    madeAt === null || expiresAt === null
      ? null
      : { madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString() }
  const hold = heldAt === null ? null : { since: heldAt.toISOString(), reason, by: heldBy ?? '' }
  return { ...toPerson(row, caller), locale, link, hold }
}

/**
 * Changes what a client knows of somebody; their account and other clients do not hear of it.
 * @throws FieldFailure for somebody else's staff number or address, and where nothing is left to reach or know somebody by
 */
export async function updateMember(
  tx: Tx,
  { client, member }: AuthorizedPerson,
  wanted: BodyOf<typeof updatePerson>,
  actor: Actor,
): Promise<AnswerOf<typeof updatePerson>> {
  const { staffNumber, group, email, ...same } = wanted
  if (email !== undefined && member.email !== null && email !== member.email)
    throw new FieldFailure({ email: { key: 'not_permitted' } })
  const address = member.email === null ? email : undefined
  const columns = { ...same, email: address, staff_number: staffNumber, group_name: group }
  const changed = Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => value !== undefined && value !== Reflect.get(member, column),
    ),
  )
  const after = { ...member, ...changed }
  if (after.email === null && after.phone === '' && after.staff_number === '')
    throw new FieldFailure({
      [wanted.phone === '' ? 'phone' : 'staffNumber']: { key: 'contact_needed' },
    })
  if (Object.keys(changed).length === 0) return toPersonDetails(member, actor.caller)
  if (
    'staff_number' in changed &&
    (await staffNumberTaken(tx, client.id, member.membership_id, after.staff_number))
  )
    throw new FieldFailure({ staffNumber: { key: 'staff_number_taken' } })
  if (address !== undefined) await refuseKnownAddress(tx, { client, member }, address)
  await changeMember(tx, client, member.membership_id, changed)
  if (address !== undefined) {
    await noteGivenAddress(tx, member.user_id)
    if (member.assignments.pending > 0)
      await addJob(tx, sendInvitation, {
        clientId: client.id,
        membershipId: member.membership_id,
        reason: 'invited',
        eventKey: `address ${newId()}`,
      })
  }
  await refreshSearchText(tx, member.user_id)
  await recordAudit(tx, {
    action: 'person_changed',
    by: actor,
    subjectId: member.user_id,
    clientId: client.id,
    details: { fields: Object.keys(changed) },
  })
  return toPersonDetails(await getMember(tx, client, member.membership_id), actor.caller)
}

/**
 * The client's own people alone are looked at: whether the address has an account is nobody's to find out
 * ([0117](../../../docs/decisions/0117-a-client-knows-an-address.md)).
 */
async function refuseKnownAddress(
  tx: Tx,
  { client, member }: AuthorizedPerson,
  email: string,
): Promise<void> {
  await waitToInvite(tx, client.id)
  if ((await getMember(tx, client, member.membership_id)).email !== null)
    throw new FieldFailure({ email: { key: 'not_permitted' } })
  if (await isAddressKnown(tx, client, email))
    throw new FieldFailure({ email: { key: 'address_known_here' } })
}

/** Moves chosen candidates and employees to a group. */
export async function moveToGroup(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof movePeople>,
  actor: Actor,
): Promise<{ moved: number }> {
  const chosen = await chosenMembers(tx, client, body)
  const moved = await moveMembers(tx, client, chosen, body.group)
  const entry = { by: actor, clientId: client.id, details: { quantity: moved } }
  if (moved > 0) await recordAudit(tx, { action: 'people_moved', ...entry })
  return { moved }
}

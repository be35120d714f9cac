import { z } from 'zod'
import type { replacePerson } from '#contract/access-rules.ts'
import { id, type Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { handOn } from '#server/features/assignments/hand-on.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { assignablePeople } from '#server/features/memberships/assignable.ts'
import { sendInvitation, sendWithdrawal } from '#server/features/memberships/invitations/jobs.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { type InviteFailure, isOtherName } from './invite-rows.ts'
import { findHolder, findMember, type MemberRow } from './member-queries.ts'
import { addMembers } from './members.ts'
import { lockInvitations } from './queries.ts'

/** The result of a replacement, without the link; `addressed` where a mail goes out instead of one. */
export const replaced = z.object({
  userId: id,
  membershipId: id,
  tests: z.number(),
  addressed: z.boolean(),
  otherName: z.literal(true).optional(),
})

/**
 * Gives tests that a person has not started to another one within the caller's transaction: an account and a membership
 * where they are missing, the tests with their units, and a mail to each of the two who has an address.
 * @throws Failure client_not_active, not_found, assignment_started, assignment_closed, inventory_not_enabled,
 * already_assigned, cooling_down, FieldFailure for somebody who cannot take them
 */
export async function replace(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof replacePerson>,
  actor: Actor,
): Promise<z.infer<typeof replaced>> {
  const { locale } = actor
  if (client.status !== 'active') throw new Failure('client_not_active')
  await lockInvitations(tx, client.id)
  const from = await holderOf(tx, client, body.assignmentIds)
  const { to, isNew, addressed, otherName } = await personFor(tx, client, from, {
    person: body.person,
    locale,
  })
  const { old, added } = await handOn(tx, client, {
    ids: body.assignmentIds,
    from: { userId: from.user_id, membershipId: from.membership_id },
    to,
    by: actor,
  })
  const codes = new Set<string>()
  for (const { versionId } of old) codes.add((await getVersion(tx, versionId)).definition.code)
  const entry = { by: actor, clientId: client.id }
  const given = { quantity: added.length, codes: [...codes].sort() }
  await recordAudit(tx, {
    action: 'assignments_replaced',
    ...entry,
    subjectId: from.user_id,
    details: { ...given, assignments: [...old.map((row) => row.id), ...added] },
  })
  const people = isNew ? { role: from.role, people: 1, existing: 0, failed: 0 } : { people: 1 }
  await recordAudit(tx, {
    action: isNew ? 'people_invited' : 'assignments_created',
    ...entry,
    subjectId: to.userId,
    details: { ...people, ...given },
  })
  const { membershipId } = to
  const reason = isNew ? 'invited' : 'assigned'
  await addJob(tx, sendInvitation, { clientId: client.id, membershipId, reason, eventKey: newId() })
  if (from.email !== null)
    await addJob(tx, sendWithdrawal, {
      clientId: client.id,
      membershipId: from.membership_id,
      assignmentIds: old.map((row) => row.id),
    })
  return {
    userId: to.userId,
    membershipId: to.membershipId,
    tests: added.length,
    addressed,
    ...(otherName && { otherName }),
  }
}

async function holderOf(
  tx: Executor,
  client: AuthorizedClient,
  [assignmentId = '']: readonly string[],
): Promise<MemberRow> {
  const membershipId = await findHolder(tx, client, assignmentId)
  const person = membershipId && (await findMember(tx, client, membershipId))
  if (!person) throw new Failure('not_found')
  return person
}

const refusals: Partial<Record<InviteFailure, FieldFailure['fields']>> = {
  staff_number_taken: { 'person.staffNumber': { key: 'staff_number_taken' } },
  other_role: { 'person.email': { key: 'manager_takes_no_tests' } },
}

/** Finds or adds the person who takes the tests: with the role and group of the one before, unless known already. */
async function personFor(
  tx: Executor,
  client: AuthorizedClient,
  from: MemberRow,
  { person, locale }: { person: BodyOf<typeof replacePerson>['person']; locale: Locale },
) {
  const { name, email = null, phone = '', staffNumber = '', group = from.group_name } = person
  if (email === null && phone === '' && staffNumber === '')
    throw new FieldFailure({ 'person.email': { key: 'contact_needed' } })
  const joining = { role: from.role, group, locale: person.locale ?? locale }
  const rows = [{ row: 0, email, name, phone, staffNumber, group }]
  const [joined] = await addMembers(tx, client.id, joining, rows)
  if (joined === undefined) throw new Error('a person has no outcome')
  const { member } = joined
  if (typeof member === 'string')
    throw new FieldFailure(refusals[member] ?? { 'person.email': { key: 'account_deactivated' } })
  const { userId, membershipId } = member.keys
  if (membershipId === from.membership_id) throw new FieldFailure({ 'person.name': { key: 'same_person' } })
  // Held, so that a removal happens before or after.
  const [known] = await assignablePeople(tx, client, { userIds: [userId], filter: undefined })
  const to = { userId, membershipId, name: known?.name ?? name }
  const otherName = !member.isNew && isOtherName(person, { email }, member.name)
  return { to, isNew: member.isNew, addressed: email !== null, otherName }
}

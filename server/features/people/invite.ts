import type { Locale } from '#contract/fields.ts'
import type { InviteRow } from '#contract/people.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { assignToPeople } from '#server/features/assignments/assign.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { sendInvitation } from '#server/features/invitations/jobs.ts'
import { ensurePeople, newUserIds } from '#server/features/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import { addJobs } from '#server/jobs/add.ts'
import { type Invitee, type ReadRows, readInviteRows } from './invite-rows.ts'
import { findMemberships, insertMemberships, type Role } from './queries.ts'
import { foldText } from './search-text.ts'

export interface Invitation {
  rows: readonly InviteRow[]
  role: Role
  group: string
  inventoryIds: readonly string[]
  dueDate: string | null
  description: string
  locale: Locale
  invitedBy: string
}

interface Invited {
  email: string
  userId: string
  membershipId: string
}

export interface InviteResult {
  created: Invited[]
  existing: Invited[]
  failed: ReadRows['failed']
}

/**
 * Invites a list of people within the caller's transaction: accounts and memberships where they are missing, an
 * assignment of each named inventory to everybody, their quota, and one mail a person.
 * Somebody who already waits for one of the tests keeps that one assignment and costs nothing.
 * @throws Failure client_not_active, inventory_not_enabled, quota_exceeded: then nothing at all happened
 */
export async function invite(
  tx: Executor,
  client: AuthorizedClient,
  invitation: Invitation,
): Promise<InviteResult> {
  if (client.status !== 'active') throw new Failure('client_not_active')
  const { valid, failed } = readInviteRows(invitation.rows)
  const members = await addMembers(tx, client.id, invitation, valid)
  const result: InviteResult = { created: [], existing: [], failed }
  for (const { member, row } of members) {
    if (member === 'other_role') result.failed.push({ email: row.email, reason: 'other_role' })
    else result[member.isNew ? 'created' : 'existing'].push({ email: row.email, ...member.keys })
  }
  const people = [...result.created, ...result.existing]
  const assigned = await assignToPeople(tx, client, {
    ...invitation,
    people,
    createdBy: invitation.invitedBy,
  })
  // Who is new gets a mail in any case; who was here already only when there is something new to do.
  const reached = [
    ...result.created,
    ...result.existing.filter((person) => assigned.has(person.membershipId)),
  ]
  await addJobs(
    tx,
    sendInvitation,
    reached.map(({ membershipId }) => ({
      clientId: client.id,
      membershipId,
      reason: 'invited' as const,
      eventKey: newId(),
    })),
  )
  return result
}

type Member = 'other_role' | { isNew: boolean; keys: { userId: string; membershipId: string } }

async function addMembers(
  tx: Executor,
  clientId: string,
  { role, group, locale }: Pick<Invitation, 'role' | 'group' | 'locale'>,
  rows: readonly Invitee[],
): Promise<{ row: Invitee; member: Member }[]> {
  if (rows.length === 0) return []
  const userIds = await ensurePeople(
    tx,
    rows.map(({ email, name, phone }) => ({ ...newUserIds(), email, name, phone, locale })),
  )
  const userIdOf = (row: Invitee) => {
    const userId = userIds.get(row.email)
    if (userId === undefined) throw new Error('an invited address has no account')
    return userId
  }
  const fresh = rows.map((row) => ({
    id: newId(),
    userId: userIdOf(row),
    name: row.name,
    phone: row.phone,
    group: row.group === '' ? group : row.group,
    searchText: foldText(`${row.name} ${row.email} ${row.phone}`),
  }))
  const added = await insertMemberships(tx, clientId, role, fresh)
  const live = await findMemberships(tx, clientId, [...userIds.values()])
  return rows.map((row) => {
    const found = live.get(userIdOf(row))
    if (found === undefined) throw new Error('an invited person has no membership')
    // One person has one role in a client: a manager is not turned into a candidate by a list.
    if (!sameSide(found.role, role)) return { row, member: 'other_role' }
    const keys = { userId: found.userId, membershipId: found.membershipId }
    return { row, member: { isNew: added.has(found.membershipId), keys } }
  })
}

const sameSide = (has: Role, wanted: Role) => (has === 'manager') === (wanted === 'manager')

/** Invites a manager of a client that is being opened. */
export async function inviteManager(
  tx: Executor,
  manager: { clientId: string; invitedBy: string; email: string; name: string; phone: string },
): Promise<void> {
  const row: Invitee = { email: manager.email, name: manager.name, phone: manager.phone, group: '' }
  const members = await addMembers(tx, manager.clientId, { role: 'manager', group: '', locale: 'tr' }, [row])
  const jobs = members.flatMap(({ member }) =>
    member === 'other_role' ? [] : [mailTo(manager.clientId, member.keys.membershipId, 'invited')],
  )
  await addJobs(tx, sendInvitation, jobs)
}

const mailTo = (clientId: string, membershipId: string, reason: 'invited' | 'assigned') => ({
  clientId,
  membershipId,
  reason,
  eventKey: newId(),
})

import type { z } from 'zod'
import { isOperator } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { invitePerson } from '#contract/invitations.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { givenTests, InviteRow, inviteResult } from '#contract/people.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { type Assigned, assign } from '#server/features/assignments/assign.ts'
import { refuseOpeningAfter, refusePastDay } from '#server/features/assignments/due.ts'
import { codesOf, recordGiven, type Terms, termsOf } from '#server/features/assignments/record.ts'
import { refuseOutOfReach } from '#server/features/inventories/enablement.ts'
import { refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { requireScope } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import { failedRow, type Invitee, isOtherName, readInviteRows } from './invite-rows.ts'
import { addMembers } from './members.ts'
import { insertMemberships, lockInvitations } from './queries.ts'

export interface Invitation extends Terms {
  rows: readonly InviteRow[]
  role: Role
  group: string
  inventoryIds: readonly string[]
  dueDate: string | null
  description: string
  /** The language of the tests. */
  locale: Locale
  /** The language of the mail and of new accounts, where the person chose one; otherwise that of the tests. */
  personLocale?: Locale | undefined
  by: By
  /** Takes the units for the tests. A registration, which has reserved them, takes them from there and records who came. */
  takeUnits?: (added: Assigned['added']) => Promise<void>
  /** Makes invited managers readers, before anybody could know of them. */
  asReaders?: (membershipIds: readonly string[]) => Promise<void>
  /** Set by a test day, whose people get slips: nobody is mailed. */
  unmailed?: true
}

type Wanted = Omit<BodyOf<typeof invitePerson>, 'name' | 'email' | 'phone' | 'staffNumber'>

/** The terms of a call for everyone it invites, with what it leaves out. */
export function invitationOf(body: Wanted, locale: Locale, by: By): Omit<Invitation, 'rows'> {
  return {
    role: body.role ?? 'candidate',
    group: body.group ?? '',
    inventoryIds: body.inventoryIds ?? [],
    dueDate: body.dueDate ?? null,
    description: body.description ?? '',
    locale,
    accommodations: body.accommodations,
    opensAt: body.opensAt,
    inOrder: body.inOrder,
    by,
  }
}

/**
 * Refuses what can't be invited to. Asked once for a key, so that a repetition after the due day still gets its first answer.
 * Managers are invited by the platform's operators alone.
 * @throws Failure forbidden, invalid_request, api_key_scope, inventory_not_enabled
 */
export async function refuseInvitation(
  tx: Executor,
  client: AuthorizedClient,
  { role, dueDate, opensAt, inventoryIds = [] }: Wanted,
  { caller }: Actor,
): Promise<void> {
  if (role === 'manager' && !isOperator(caller)) throw new Failure('forbidden')
  if (dueDate !== undefined) await refusePastDay(tx, dueDate, client.timeZone)
  refuseOpeningAfter({ dueDate, opensAt })
  if (inventoryIds.length > 0) requireScope(caller, 'assignments:write')
  await refuseUnknownInventories(tx, inventoryIds)
  await refuseOutOfReach(tx, client, inventoryIds)
}

type InviteResult = z.infer<typeof inviteResult>

/** Statements for this many people at once; a list says how far it is after each of them. */
const atOnce = 1000

/**
 * Invites a list of people within the caller's transaction: accounts and memberships where they are missing, an
 * assignment of each named inventory to everybody, their quota, and one mail to each who has an address. Somebody who
 * already waits for one of the tests keeps that one assignment and costs nothing; who took one too recently doesn't get it.
 * @param onProgress receives the number of finished rows, outside of the transaction
 * @throws Failure client_not_active, inventory_not_enabled, quota_exceeded: then nothing at all happened
 */
export async function invite(
  tx: Executor,
  client: AuthorizedClient,
  invitation: Invitation,
  onProgress: (done: number) => Promise<void> = async () => undefined,
): Promise<InviteResult> {
  if (client.status !== 'active') throw new Failure('client_not_active')
  const { valid, failed } = readInviteRows(invitation.rows, invitation.role)
  // One list after the other: two that name the same people in pieces would wait for each other in a circle.
  await lockInvitations(tx, client.id)
  const result: InviteResult = { created: [], existing: [], failed: [...failed] }
  const command = newId()
  const given: Assigned = { added: [], existing: [], cooling: [], codeOf: () => '' }
  // Everybody is in one order, so that lists of two clients do not wait for each other's accounts either.
  const ordered = valid.toSorted((a, b) => ((a.email ?? '') < (b.email ?? '') ? -1 : 1))
  for (let from = 0; from < ordered.length; from += atOnce) {
    const some = ordered.slice(from, from + atOnce)
    const { part, assigned } = await invitePart(tx, client, { ...invitation, command }, some)
    for (const one of assigned.added) given.added.push(one)
    for (const one of assigned.existing) given.existing.push(one)
    for (const one of assigned.cooling) given.cooling.push(one)
    given.codeOf = assigned.codeOf
    for (const one of part.created) result.created.push(one)
    for (const one of part.existing) result.existing.push(one)
    for (const one of part.failed) result.failed.push(one)
    await onProgress(failed.length + from + some.length)
  }
  if (invitation.role === 'manager') await joinManagers(tx, result.created, client.id, invitation)
  else if (invitation.takeUnits === undefined) await recordInvited(tx, client, invitation, result, given)
  for (const list of [result.created, result.existing, result.failed]) list.sort((a, b) => a.row - b.row)
  return { ...result, tests: countGiven(given), role: invitation.role }
}

/** Lets nobody else invite for a client until the transaction ends, before it is known who is already there. */
export async function waitToInvite(tx: Executor, clientId: string): Promise<void> {
  await lockInvitations(tx, clientId)
}

/** A person who is in the list twice gets each test once; the second row isn't "already pending". */
function countGiven({ added, existing, cooling }: Assigned): z.infer<typeof givenTests> {
  const names = (tests: readonly { membershipId: string; inventoryId: string }[]) =>
    new Set(tests.map(({ membershipId, inventoryId }) => `${membershipId} ${inventoryId}`))
  const given = names(added)
  return {
    created: added.length,
    waiting: [...names(existing)].filter((name) => !given.has(name)).length,
    ...(cooling.length > 0 && { coolingDown: names(cooling).size }),
  }
}

async function invitePart(
  tx: Executor,
  client: AuthorizedClient,
  invitation: Invitation & { command: string },
  rows: readonly Invitee[],
): Promise<{ part: InviteResult; assigned: Assigned }> {
  const result: InviteResult = { created: [], existing: [], failed: [] }
  const { personLocale } = invitation
  const joining = { ...invitation, locale: personLocale ?? invitation.locale }
  for (const { member, row } of await addMembers(tx, client.id, joining, rows)) {
    const known = { row: row.row, email: row.email ?? '', name: row.name, phone: row.phone }
    const { staffNumber } = row
    if (typeof member === 'string') result.failed.push(failedRow(row.row, { ...known, staffNumber }, member))
    else if (member.isNew) result.created.push({ ...known, staffNumber, ...member.keys })
    else {
      const otherName = isOtherName(invitation.rows[row.row], row, member.name)
      result.existing.push({ ...known, staffNumber, ...member.keys, ...(otherName && { otherName }) })
    }
  }
  const people = [...result.created, ...result.existing]
  const assigned = await assign(tx, client, {
    ...invitation,
    people,
    createdBy: invitation.by.userId,
  })
  const withTests = new Set(assigned.added.map((assignment) => assignment.membershipId))
  // A new person gets a mail in any case, others only when there is something new to do.
  const reached = [
    ...result.created,
    ...result.existing.filter((person) => withTests.has(person.membershipId)),
  ].filter((person) => person.email !== '' && !invitation.unmailed)
  await addJobs(
    tx,
    sendInvitation,
    reached.map(({ membershipId }) => ({
      ...mailTo(client.id, membershipId),
      ...(personLocale && { locale: personLocale }),
      ...(invitation.role === 'manager' && { invitedBy: invitation.by.userId }),
    })),
  )
  return { part: result, assigned }
}

/** One entry for a whole list. A list of people who were here already gave tests and invited nobody. */
async function recordInvited(
  tx: Executor,
  client: AuthorizedClient,
  invitation: Invitation,
  { created, existing, failed }: InviteResult,
  given: Assigned,
): Promise<void> {
  const { role, by } = invitation
  const [first, ...others] = created
  if (first === undefined) return recordGiven(tx, client, by, given, invitation)
  const alone = others.length === 0 && given.added.every(({ userId }) => userId === first.userId)
  await recordAudit(tx, {
    action: 'people_invited',
    by,
    ...(alone && { subjectId: first.userId }),
    clientId: client.id,
    details: {
      role,
      people: created.length,
      existing: existing.length,
      failed: failed.length,
      quantity: given.added.length,
      codes: codesOf(given),
      ...termsOf(invitation),
    },
  })
}

/** Gives new managers their access, and records them as a change of role: they see the results of a client's people. */
async function joinManagers(
  tx: Executor,
  created: InviteResult['created'],
  clientId: string,
  { by, asReaders }: Invitation,
): Promise<void> {
  await asReaders?.(created.map(({ membershipId }) => membershipId))
  const reason = asReaders ? 'reader_invited' : 'manager_invited'
  const entry = { action: 'role_changed', reason, by, clientId } as const
  for (const { userId: subjectId } of created) await recordAudit(tx, { ...entry, subjectId })
}

/**
 * Invites a manager of a client that is being opened. @returns who it is
 * @throws FieldFailure for an account that is deactivated
 */
export async function inviteManager(
  tx: Executor,
  manager: { clientId: string; invitedBy: string; email: string; name: string; phone: string },
): Promise<{ userId: string }[]> {
  const { clientId, email, name, phone } = manager
  const row: Invitee = { row: 0, email, name, phone, staffNumber: '', group: '' }
  const members = await addMembers(tx, clientId, { role: 'manager', group: '', locale: 'tr' }, [row])
  if (members.some(({ member }) => member === 'deactivated'))
    throw new FieldFailure({ managerEmail: { key: 'deactivated' } })
  const invited = members.flatMap(({ member }) => (typeof member === 'string' ? [] : [member.keys]))
  const jobs = invited.map(({ membershipId }) => mailTo(clientId, membershipId))
  await addJobs(tx, sendInvitation, jobs)
  return invited
}

/** Makes somebody who is signed in the manager of a client that they have just opened. */
export async function addManager(
  tx: Executor,
  manager: { clientId: string; userId: string; name: string; email: string | null; phone: string },
): Promise<void> {
  const { clientId, userId, name, email, phone } = manager
  const searchText = foldText(`${name} ${email ?? ''} ${phone}`)
  await insertMemberships(tx, clientId, 'manager', [
    { id: newId(), userId, name, email, phone, staffNumber: '', group: '', searchText },
  ])
}

const mailTo = (clientId: string, membershipId: string) => ({
  clientId,
  membershipId,
  reason: 'invited' as const,
  eventKey: newId(),
})

import type { Locale } from '#contract/fields.ts'
import type { Undecided } from '#contract/registrations.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { type Assigned, assign } from '#server/features/assignments/assign.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { invite } from '#server/features/people/invite.ts'
import { release, useReserved } from '#server/features/quota/quotas.ts'
import { holdDay } from '#server/features/test-days/access.ts'
import { addRegistered, isFullFor } from '#server/features/test-days/people.ts'
import { addJob } from '#server/jobs/add.ts'
import type { RegistrationRow } from './queries.ts'
import { findMemberByPhone, holdMember, type PhoneMember } from './registrant-queries.ts'

export interface Applicant {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly contact: string
  /** The language in which they registered. */
  readonly locale: Locale
}

/** The user who decided or opened the registration, and the key of a test day's codes. */
export interface Accepting {
  readonly by: string
  readonly slipKey: Buffer
}

interface Accepted {
  readonly membershipId: string
  readonly userId: string
  /** The client knows who has this address by another name, and goes on with that. */
  readonly otherName?: true
}

/**
 * Makes somebody one of the client's people and gives them the tests, from the units that are reserved for their place.
 * The caller has locked the registration and knows that there is a place. A test that is already pending for them needs no
 * unit, so that one is given back. Of a test day, they are put on its list, and nobody is mailed.
 * @returns why it can't be, and then nothing happened
 * @throws Failure client_not_active, inventory_not_enabled
 */
export async function accept(
  tx: Executor,
  client: AuthorizedClient,
  registration: RegistrationRow,
  applicant: Applicant,
  accepting: Accepting,
): Promise<Accepted | Undecided> {
  const { by } = accepting
  const ids = { clientId: client.id, registrationId: registration.id }
  const used = new Set<string>()
  const takeUnits = async (added: Assigned['added']) => {
    for (const { inventoryId } of added) used.add(inventoryId)
    await useReserved(tx, ids, added)
  }
  const given = {
    inventoryIds: registration.inventory_ids,
    dueDate: registration.due_date,
    description: registration.name,
    locale: registration.locale,
    takeUnits,
  }
  const invited = {
    ...given,
    group: registration.group_name,
    by: { userId: by, address: '' },
    personLocale: applicant.locale,
  }
  const known = await memberOf(tx, client.id, applicant)
  const accepted =
    registration.test_day_id !== null
      ? await putOnDay(tx, client, registration.test_day_id, { applicant, known, invited, accepting })
      : known === undefined
        ? await inviteNew(tx, client, invited, applicant)
        : await giveTests(tx, client, { ...given, createdBy: by }, known, applicant.locale)
  if (typeof accepted === 'string') return accepted
  const inventoryIds = registration.inventory_ids.filter((id) => !used.has(id))
  await release(tx, { ...ids, reason: registration.name, by, inventoryIds, places: 1 })
  return accepted
}

/** Finds the client's member with the applicant's phone. The invitation itself finds members by address. */
async function memberOf(tx: Executor, clientId: string, { phone, contact, name }: Applicant) {
  return phone === null ? undefined : findMemberByPhone(tx, { clientId, contact, name })
}

type Invited = Omit<Parameters<typeof invite>[2], 'rows' | 'role'>

interface DayApplicant {
  applicant: Applicant
  known: PhoneMember | undefined
  invited: Invited
  accepting: Accepting
}

async function putOnDay(
  tx: Executor,
  client: AuthorizedClient,
  testDayId: string,
  { applicant, known, invited, accepting: { by, slipKey } }: DayApplicant,
): Promise<Accepted | Undecided> {
  // Before the client's people: in the other order two wait for each other in a circle.
  const day = await holdDay(tx, { clientId: client.id, id: testDayId })
  if (day.state === 'over') return 'day_over'
  if (await isFullFor(tx, day, known?.membershipId)) return 'day_full'
  const person =
    known === undefined
      ? await inviteNew(tx, client, { ...invited, inventoryIds: [], unmailed: true }, applicant)
      : await mayGetTests(tx, client, known)
  if (typeof person === 'string') return person
  const { takeUnits } = invited
  const joining = { createdBy: by, slipKey, takeUnits }
  return (await addRegistered(tx, client, day, person, joining)) ? person : 'nothing_to_do'
}

async function inviteNew(
  tx: Executor,
  client: AuthorizedClient,
  given: Invited,
  { name, email, phone }: Applicant,
): Promise<Accepted | Undecided> {
  const row = { name, ...(email !== null && { email }), ...(phone !== null && { phone }) }
  const result = await invite(tx, client, { ...given, rows: [row], role: 'candidate' })
  const [known] = result.existing
  const person = result.created[0] ?? known
  if (person !== undefined)
    return {
      membershipId: person.membershipId,
      userId: person.userId,
      ...(known?.otherName && { otherName: true }),
    }
  return result.failed[0]?.reason === 'deactivated' ? 'deactivated' : 'other_role'
}

async function giveTests(
  tx: Executor,
  client: AuthorizedClient,
  given: Omit<Parameters<typeof assign>[2], 'people'>,
  member: PhoneMember,
  locale: Locale,
): Promise<Accepted | Undecided> {
  const person = await mayGetTests(tx, client, member)
  if (typeof person === 'string') return person
  const { added } = await assign(tx, client, { ...given, people: [person] })
  if (member.email !== null && added.length > 0)
    await addJob(tx, sendInvitation, {
      clientId: client.id,
      membershipId: person.membershipId,
      reason: 'assigned',
      locale,
      eventKey: newId(),
    })
  return person
}

/** Somebody who belongs to the client, held there until the transaction ends. */
async function mayGetTests(
  tx: Executor,
  client: AuthorizedClient,
  { membershipId, userId, role, deactivated }: PhoneMember,
): Promise<Accepted | Undecided> {
  if (role === 'manager') return 'other_role'
  if (deactivated || !(await holdMember(tx, { clientId: client.id, id: membershipId }))) return 'deactivated'
  return { membershipId, userId }
}

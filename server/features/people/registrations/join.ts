import type { Registered } from '#contract/registering.ts'
import { recordAudit, system, visitor } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { handOverLink } from '#server/features/memberships/invitations/hand-over.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { waitToInvite } from '#server/features/people/invite.ts'
import { holdDay } from '#server/features/test-days/access.ts'
import { dayCodeOf } from '#server/features/test-days/people.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { type Applicant, accept } from './accept.ts'
import { sendBurstNotice } from './jobs.ts'
import { stateOf } from './page.ts'
import { type Key, markBurst, type RegistrationRow } from './queries.ts'
import {
  countRecentPhones,
  findMemberByPhone,
  findRegistrant,
  insertRegistrant,
  markRepeated,
  type RegistrantRow,
} from './registrant-queries.ts'
import { locked } from './registrations.ts'

const nothing = { check: null, state: null, link: null, dayCode: null }
export const received: Registered = { outcome: 'received', ...nothing }
const ask: Registered = { outcome: 'ask', ...nothing }
export const codeSent = (check: string, state: Registered['state']): Registered => ({
  ...nothing,
  outcome: 'code',
  check,
  state,
})

export interface Joining extends Applicant {
  /** The version of the notice that they saw. */
  readonly notice: number
  /** The network address of the caller. */
  readonly address: string
}

/**
 * Registers somebody: an address was verified, a phone can't be. People who registered before get in again by their
 * address. A phone opens nothing of somebody else's: who is known by it waits until a manager has looked.
 * @throws Failure registration_closed, registration_full
 */
export async function join(tx: Executor, slipKey: Buffer, key: Key, joining: Joining): Promise<Registered> {
  const row = await locked(tx, key)
  const client = await clientOfJob(tx, key.clientId)
  const ids = { clientId: key.clientId, registrationId: key.id }
  const before = await findRegistrant(tx, { ...ids, contact: joining.contact })
  if (before !== undefined) return joinAgain(tx, slipKey, row, { before, joining })
  const state = await stateOf(tx, client, row)
  if (state !== 'open') throw new Failure(state === 'full' ? 'registration_full' : 'registration_closed')
  // Every transaction locks in one order: the registration, its day, the client's people.
  if (row.test_day_id !== null) await holdDay(tx, { clientId: client.id, id: row.test_day_id })
  const accepted = (await mustWait(tx, row, joining, ids))
    ? undefined
    : await acceptAtOnce(tx, client, row, { joining, slipKey })
  const { name, email, phone, contact, locale, notice, address } = joining
  const membershipId = accepted?.membershipId ?? null
  const added = { clientId: client.id, id: newId(), registrationId: row.id, membershipId }
  await insertRegistrant(tx, { ...added, name, email, phone, contact, locale, notice })
  await recordAudit(tx, {
    action: 'person_registered',
    reason: accepted === undefined ? 'waiting' : accepted.otherName ? 'other_name' : 'accepted',
    by: visitor(address),
    ...(accepted && { subjectId: accepted.userId }),
    clientId: client.id,
    details: { note: row.name, registrant: added.id, by: email === null ? 'phone' : 'email', notice },
  })
  return accepted ? goOn(tx, slipKey, row, { membershipId: accepted.membershipId, email }) : received
}

/** The same answer for everybody who gave a phone: it shows nobody whether the number is known here. Managers see it. */
async function joinAgain(
  tx: Executor,
  slipKey: Buffer,
  row: RegistrationRow,
  { before, joining: { notice, address } }: { before: RegistrantRow; joining: Joining },
): Promise<Registered> {
  const { email, membershipId, state } = { ...before, membershipId: before.membership_id }
  if (email === null) {
    await markRepeated(tx, { clientId: row.client_id, id: before.id })
    await recordAudit(tx, {
      action: 'person_registered',
      reason: 'repeated',
      by: visitor(address),
      clientId: row.client_id,
      details: { note: row.name, registrant: before.id, by: 'phone', notice },
    })
    return received
  }
  if (state === 'waiting') return received
  return membershipId === null ? ask : goOn(tx, slipKey, row, { membershipId, email })
}

/** Unverified phones that a registration takes within five minutes, unless a manager expects more. */
const usualAtGate = 20

async function mustWait(
  tx: Executor,
  row: RegistrationRow,
  { phone, contact, name }: Joining,
  ids: { clientId: string; registrationId: string },
) {
  if (row.approval) return true
  if (phone === null) return false
  // The registration's row is locked: two servers count one after the other.
  if ((await countRecentPhones(tx, ids)) >= (row.at_gate ?? usualAtGate)) {
    await markBurst(tx, { clientId: row.client_id, id: row.id })
    for (const { userId } of await managersToWrite(tx, row.client_id))
      await addJob(tx, sendBurstNotice, { clientId: row.client_id, id: row.id, userId })
    await recordAudit(tx, {
      action: 'registration_changed',
      reason: 'burst',
      by: system,
      clientId: row.client_id,
      details: { note: row.name, fields: ['approval'], quantity: row.cap },
    })
    return true
  }
  // Two who register with one phone at two links of a client: the second waits here and finds the first.
  await waitToInvite(tx, row.client_id)
  return (await findMemberByPhone(tx, { clientId: row.client_id, contact, name })) !== undefined
}

/** Undefined for somebody who can't be accepted without a manager: they wait. */
async function acceptAtOnce(
  tx: Executor,
  client: AuthorizedClient,
  row: RegistrationRow,
  { joining, slipKey }: { joining: Joining; slipKey: Buffer },
) {
  const accepted = await accept(tx, client, row, joining, { by: row.created_by, slipKey })
  return typeof accepted === 'string' ? undefined : accepted
}

/** Lets a person go on to the tests: to those of a test day with the code that is entered there. */
async function goOn(
  tx: Executor,
  slipKey: Buffer,
  row: RegistrationRow,
  person: { membershipId: string; email: string | null },
): Promise<Registered> {
  if (row.test_day_id === null) return enter(tx, row, person)
  const on = { clientId: row.client_id, dayId: row.test_day_id, membershipId: person.membershipId }
  const dayCode = await dayCodeOf(tx, slipKey, on)
  // Taken off the day since.
  return dayCode === undefined ? ask : { ...nothing, outcome: 'listed', dayCode }
}

/** Lets a person go on to the tests by an invitation's link. It verifies an address that was checked a moment ago. */
async function enter(
  tx: Executor,
  row: RegistrationRow,
  { membershipId, email }: { membershipId: string; email: string | null },
): Promise<Registered> {
  try {
    const person = { clientId: row.client_id, membershipId }
    const { path } = await handOverLink(tx, person, {
      by: row.created_by,
      replace: false,
      provenEmail: email,
    })
    return { ...nothing, outcome: 'enter', link: path }
  } catch (error) {
    // Removed since, or the client is suspended.
    if (error instanceof Failure && error.code === 'not_found') return ask
    throw error
  }
}

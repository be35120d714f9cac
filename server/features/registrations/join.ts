import type { Registered } from '#contract/registering.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { handOverLink } from '#server/features/invitations/hand-over.ts'
import { waitToInvite } from '#server/features/people/invite.ts'
import { Failure } from '#server/http/failure.ts'
import { type Applicant, accept } from './accept.ts'
import { stateOf } from './page.ts'
import type { Key, RegistrationRow } from './queries.ts'
import {
  findMemberByPhone,
  findRegistrant,
  insertRegistrant,
  type RegistrantRow,
} from './registrant-queries.ts'
import { locked } from './registrations.ts'

const received: Registered = { outcome: 'received', check: null, link: null }
const ask: Registered = { outcome: 'ask', check: null, link: null }

export interface Joining extends Applicant {
  readonly locale: 'tr' | 'en'
  /** The version of the notice that they saw. */
  readonly notice: number
  /** Where the call came from. */
  readonly address: string
}

/**
 * Registers somebody: an address was verified, a phone can't be. People who registered before get in again by their
 * address. A phone opens nothing of somebody else's: who is known by it waits until a manager has looked.
 * @throws Failure registration_closed, registration_full
 */
export async function join(tx: Executor, key: Key, joining: Joining): Promise<Registered> {
  const row = await locked(tx, key)
  const client = await clientOfJob(tx, key.clientId)
  const ids = { clientId: key.clientId, registrationId: key.id }
  const before = await findRegistrant(tx, { ...ids, contact: joining.contact })
  if (before !== undefined) return joinAgain(tx, row, before)
  const state = await stateOf(tx, client, row)
  if (state !== 'open') throw new Failure(state === 'full' ? 'registration_full' : 'registration_closed')
  const accepted = (await mustWait(tx, row, joining))
    ? undefined
    : await acceptAtOnce(tx, client, row, joining)
  const { name, email, phone, contact, locale, notice, address } = joining
  const membershipId = accepted?.membershipId ?? null
  const added = { clientId: client.id, id: newId(), registrationId: row.id, membershipId }
  await insertRegistrant(tx, { ...added, name, email, phone, contact, locale, notice })
  await recordAudit(tx, {
    action: 'person_registered',
    reason: accepted ? 'accepted' : 'waiting',
    actorId: null,
    ...(accepted && { subjectId: accepted.userId }),
    clientId: client.id,
    address,
    details: { note: row.name, registrant: added.id, by: email === null ? 'phone' : 'email', notice },
  })
  return accepted ? enter(tx, row, { membershipId: accepted.membershipId, email }) : received
}

/** The same answer for everybody who gave a phone: it shows nobody whether the number is known here. */
async function joinAgain(tx: Executor, row: RegistrationRow, before: RegistrantRow): Promise<Registered> {
  const { email, membershipId, state } = { ...before, membershipId: before.membership_id }
  if (email === null || state === 'waiting') return received
  return membershipId === null ? ask : enter(tx, row, { membershipId, email })
}

async function mustWait(tx: Executor, row: RegistrationRow, { phone, contact, name }: Joining) {
  if (row.approval) return true
  if (phone === null) return false
  // Two who register with one phone at two links of a client: the second waits here and finds the first.
  await waitToInvite(tx, row.client_id)
  return (await findMemberByPhone(tx, { clientId: row.client_id, contact, name })) !== undefined
}

/** Undefined for somebody who can't be accepted without a manager: they wait. */
async function acceptAtOnce(tx: Executor, client: AuthorizedClient, row: RegistrationRow, joining: Joining) {
  const accepted = await accept(tx, client, row, joining, row.created_by)
  return typeof accepted === 'string' ? undefined : accepted
}

/** On to the tests, by an invitation's link. An address that was verified a moment ago is verified by it. */
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
    return { outcome: 'enter', check: null, link: path }
  } catch (error) {
    // Removed since, or the client is suspended.
    if (error instanceof Failure && error.code === 'not_found') return ask
    throw error
  }
}

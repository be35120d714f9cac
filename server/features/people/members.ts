import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import {
  addPeopleWithoutAddress,
  closedAccounts,
  ensurePeople,
  newUserIds,
} from '#server/features/access/users/users.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { type Invitee, type InviteFailure, phoneKey } from './invite-rows.ts'
import {
  findByAddresses,
  findByPhones,
  findByStaffNumbers,
  findMemberships,
  insertMemberships,
  type MembershipKey,
} from './queries.ts'

interface Member {
  isNew: boolean
  /** The person's name at this client. */
  name: string
  keys: { userId: string; membershipId: string }
}

export interface Joined {
  row: Invitee
  member: Member | InviteFailure
}

interface Joining {
  role: Role
  group: string
  locale: Locale
}

/**
 * Gives people accounts and memberships where they are missing. The caller has locked the client's invitations. Nobody sees of
 * somebody new whether their address has an account elsewhere
 * ([0117](../../../docs/decisions/0117-a-client-knows-an-address.md)).
 */
export async function addMembers(
  tx: Executor,
  clientId: string,
  joining: Joining,
  rows: readonly Invitee[],
): Promise<Joined[]> {
  if (rows.length === 0) return []
  const of = await knownMembers(tx, clientId, rows)
  const unknown = rows.filter((row) => of(row) === undefined)
  const closed = await closedAccounts(tx, { emails: unknown.flatMap(({ email }) => email ?? []), ids: [] })
  const isClosed = ({ email }: Invitee) => email !== null && closed.has(email)
  // Operators alone invite managers, who get an account: they see deactivated ones anyway.
  const refused = new Set(joining.role === 'manager' ? unknown.filter(isClosed) : [])
  const fresh = unknown.filter((row) => !refused.has(row))
  const userIdOf = await addPeople(tx, joining.locale, fresh, isClosed)
  const added = await insertMemberships(
    tx,
    clientId,
    joining.role,
    fresh.map((row) => ({
      id: newId(),
      userId: userIdOf(row),
      name: row.name,
      email: row.email,
      phone: row.phone,
      staffNumber: row.staffNumber,
      group: row.group === '' ? joining.group : row.group,
      searchText: foldText(`${row.name} ${row.email ?? ''} ${row.phone} ${row.staffNumber}`),
    })),
  )
  const live = await findMemberships(tx, clientId, fresh.map(userIdOf))
  return rows.map((row) => {
    const found = refused.has(row) ? 'deactivated' : (of(row) ?? live.get(userIdOf(row)))
    if (found === undefined) throw new Error('an invited person has no membership')
    if (typeof found === 'string') return { row, member: found }
    // One person has one role in a client: a manager is not turned into a candidate by a list.
    if (!sameSide(found.role, joining.role)) return { row, member: 'other_role' }
    const keys = { userId: found.userId, membershipId: found.membershipId }
    return { row, member: { isNew: added.has(found.membershipId), name: found.name, keys } }
  })
}

/** Adds the accounts of new people. @param isClosed whose address is a deactivated account's: they get one without an address */
async function addPeople(
  tx: Executor,
  locale: Locale,
  rows: readonly Invitee[],
  isClosed: (row: Invitee) => boolean,
): Promise<(row: Invitee) => string> {
  const people = rows.map((row) => {
    const { name, phone } = row
    const email = isClosed(row) ? null : row.email
    return { row, person: { ...newUserIds(), email, name, phone, locale } }
  })
  const all = people.map(({ person }) => person)
  const accounts = await ensurePeople(
    tx,
    all.filter(({ email }) => email !== null),
  )
  await addPeopleWithoutAddress(
    tx,
    all.filter(({ email }) => email === null),
  )
  const ids = new Map(
    people.map(({ row, person: { id, email } }) => [row, email === null ? id : accounts.get(email)]),
  )
  return (row) => {
    const userId = ids.get(row)
    if (userId === undefined) throw new Error('an invited person has no account')
    return userId
  }
}

/** Finds people of a list who belong to the client already: by address, by staff number, or by telephone and name. */
async function knownMembers(tx: Executor, clientId: string, rows: readonly Invitee[]) {
  const addresses = rows.flatMap(({ email }) => email ?? [])
  const byAddress = await findByAddresses(tx, clientId, addresses)
  // Held, so that nobody is removed meanwhile.
  const held = await findMemberships(
    tx,
    clientId,
    [...byAddress.values()].map(({ userId }) => userId),
  )
  return memberOf(tx, clientId, rows, (email) => held.get(byAddress.get(email)?.userId ?? ''))
}

/**
 * Which of a client's members each row of a list means, or why it means nobody; undefined for somebody new.
 * @param byAddress the member who has an address
 */
export async function memberOf(
  db: Executor,
  clientId: string,
  rows: readonly Invitee[],
  byAddress: (email: string) => MembershipKey | undefined,
): Promise<(row: Invitee) => MembershipKey | 'staff_number_taken' | 'deactivated' | undefined> {
  const numbers = rows.flatMap(({ staffNumber }) => (staffNumber === '' ? [] : [staffNumber]))
  const byNumber = await findByStaffNumbers(db, clientId, numbers)
  const bare = rows.filter(({ email, staffNumber }) => email === null && staffNumber === '')
  const byPhone = await findByPhones(db, clientId, bare)
  const addressed = rows.flatMap(({ email }) => (email === null ? [] : (byAddress(email) ?? [])))
  const known = [...addressed, ...byNumber.values(), ...byPhone.values()].map(({ userId }) => userId)
  const closed = await closedAccounts(db, { emails: [], ids: known })
  const meant = (row: Invitee) => {
    if (row.email === null)
      return row.staffNumber === '' ? byPhone.get(phoneKey(row)) : byNumber.get(row.staffNumber)
    const own = byAddress(row.email)
    if (own !== undefined) return own
    return byNumber.has(row.staffNumber) ? 'staff_number_taken' : undefined
  }
  return (row) => {
    const member = meant(row)
    // Nobody can sign in there: an assignment would cost a unit that nobody can use.
    return typeof member === 'object' && closed.has(member.userId) ? 'deactivated' : member
  }
}

/** True when both roles take tests or both manage. */
export const sameSide = (has: Role, wanted: Role) => (has === 'manager') === (wanted === 'manager')

import { formatLongDay } from '#contract/format.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import {
  type addTestDayPeople,
  type listTestDayPeople,
  maxTestDayPeople,
  type placeTestDayPerson,
  type removeTestDayPerson,
  type renewTestDayCode,
  type TestDayPerson,
} from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { assign } from '#server/features/assignments/assign.ts'
import { cancelUnbegun } from '#server/features/assignments/cancel.ts'
import { coolingFailure } from '#server/features/assignments/cool-downs/cool-downs.ts'
import { recordGiven } from '#server/features/assignments/record.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import type { ChosenMembers } from '#server/features/memberships/filter.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { type AuthorizedDay, holdDay, lockOpenDay } from './access.ts'
import {
  attachAssignments,
  changePerson,
  codeKeyOf,
  countReserved,
  deletePerson,
  endSessionsOf,
  findIdle,
  findMembers,
  findPeople,
  findUnstarted,
  insertPeople,
  lockPeople,
  type PersonRow,
} from './people-queries.ts'
import { type DayRow, raiseCodeTurn } from './queries.ts'
import { codeOf, hashCode } from './secrets.ts'

/** A day can't take so many more: how many it may have, and how many places are left. */
export function dayFull(taken: number): Failure {
  const figures = { limit: maxTestDayPeople, free: Math.max(0, maxTestDayPeople - taken) }
  return new Failure('test_day_full', { details: figures, variables: figures })
}

/**
 * Places of a day that the caller has locked which registrations have reserved.
 * @param except a registration whose own places don't count
 */
export const reservedOfDay = (
  tx: Executor,
  { client_id: clientId, id }: Pick<DayRow, 'client_id' | 'id'>,
  except?: string,
): Promise<number> => countReserved(tx, { clientId, id, except })

/** The smallest numbers that are free on a day. */
function* freeNumbers(members: readonly { codeNumber: number }[]): Generator<number, never> {
  const taken = new Set(members.map(({ codeNumber }) => codeNumber))
  for (let number = 0; ; number += 1) if (!taken.has(number)) yield number
}

/** Adds people to a day. @throws Failure client_not_active, test_day_over, and as addPeople does */
export async function addToDay(
  tx: Tx,
  { client, day }: AuthorizedDay,
  body: BodyOf<typeof addTestDayPeople>,
  actor: Actor,
  { deps }: Context,
): Promise<{ added: number }> {
  const chosen = await chosenMembers(tx, client, body)
  requireActive(client)
  const locked = await lockOpenDay(tx, { clientId: client.id, id: day.id })
  const { slipKey } = deps.config
  return { added: await addPeople(tx, client, locked, { chosen, room: body.room ?? '', by: actor, slipKey }) }
}

/**
 * Adds people to a day that the caller has locked: gives them its tests, takes the quota, and gives each a code. Nobody is
 * mailed. Who is on it already stays as they are.
 * @returns how many were added
 * @throws Failure test_day_full, already_assigned for people who have nothing to do on the day, cooling_down, inventory_not_enabled, quota_exceeded
 */
export async function addPeople(
  tx: Executor,
  client: AuthorizedClient,
  day: DayRow,
  { chosen, room, by, slipKey }: { chosen: ChosenMembers; room: string; by: By; slipKey: Buffer },
): Promise<number> {
  const found = await lockPeople(tx, client, chosen, maxTestDayPeople + 1)
  if ('membershipIds' in chosen && found.length < new Set(chosen.membershipIds).size)
    throw new FieldFailure({ membershipIds: { key: 'unknown_person' } })
  const members = await findMembers(tx, { clientId: client.id, id: day.id })
  const there = new Set(members.map((member) => member.membershipId))
  const people = found.filter((person) => !there.has(person.membershipId))
  if (people.length === 0) return 0
  const taken = members.length + (await reservedOfDay(tx, day))
  if (taken + people.length > maxTestDayPeople) throw dayFull(taken)
  const { assigned, idle } = await putOnDay(tx, client, day, {
    people,
    members,
    room,
    createdBy: by.userId,
    slipKey,
  })
  if (assigned.cooling.length > 0) throw coolingFailure(assigned.cooling, assigned.codeOf)
  await recordGiven(tx, client, by, assigned, {})
  if (idle.length > 0) {
    const people = idle.slice(0, 100).map((person) => ({ ...person, inventories: [] }))
    throw new Failure('already_assigned', { details: { count: idle.length, people } })
  }
  return people.length
}

interface Joining {
  people: readonly { membershipId: string; userId: string }[]
  members: Awaited<ReturnType<typeof findMembers>>
  room: string
  createdBy: string
  slipKey: Buffer
  takeUnits?: Parameters<typeof assign>[2]['takeUnits']
}

/** Gives people a day's tests and each a code; who has nothing to do on the day gets none. */
async function putOnDay(
  tx: Executor,
  client: AuthorizedClient,
  day: DayRow,
  { people, members, room, createdBy, slipKey, takeUnits }: Joining,
) {
  const assigned = await assign(tx, client, {
    people,
    inventoryIds: day.inventory_ids,
    dueDate: day.day,
    description: translate(day.locale, 'slips:day.description', {
      place: day.place,
      day: formatLongDay(day.day, day.locale),
    }),
    locale: day.locale,
    createdBy,
    takeUnits,
  })
  const membershipIds = people.map((person) => person.membershipId)
  const key = { clientId: client.id, id: day.id, day: day.day }
  await attachAssignments(tx, key, { membershipIds, inventoryIds: day.inventory_ids })
  const idle = await findIdle(tx, key, membershipIds)
  const without = new Set(idle.map(({ userId }) => userId))
  const numbers = freeNumbers(members)
  const withCodes = people
    .filter(({ userId }) => !without.has(userId))
    .map((person) => {
      const { membershipId } = person
      const own = {
        membershipId,
        // Codes of people who have left the day must not work again where they come back.
        codeTurn: day.code_turn,
        codeNumber: numbers.next().value,
      }
      const code = codeOf(slipKey, day.id, own)
      return { ...person, ...own, room, codeHash: hashCode(slipKey, day.id, code) }
    })
  await insertPeople(tx, key, withCodes)
  return { assigned, idle }
}

/** True when a day that the caller has locked has no place for this person; somebody on the day needs none. */
export async function isFullFor(
  tx: Executor,
  { client_id: clientId, id }: DayRow,
  membershipId: string | undefined,
): Promise<boolean> {
  const members = await findMembers(tx, { clientId, id })
  return members.length >= maxTestDayPeople && members.every((one) => one.membershipId !== membershipId)
}

/**
 * Puts somebody who registered on a day that the caller has locked, and that is not full. Who is on it already stays as they are.
 * @param joining.takeUnits takes the units that are reserved for their place
 * @returns whether they have something to do there; if not, nothing happened
 */
export async function addRegistered(
  tx: Executor,
  client: AuthorizedClient,
  day: DayRow,
  person: { membershipId: string; userId: string },
  joining: Pick<Joining, 'createdBy' | 'slipKey' | 'takeUnits'>,
): Promise<boolean> {
  const members = await findMembers(tx, { clientId: client.id, id: day.id })
  if (members.some(({ membershipId }) => membershipId === person.membershipId)) return true
  const { idle } = await putOnDay(tx, client, day, { ...joining, people: [person], members, room: '' })
  return idle.length === 0
}

/** The code by which somebody enters at a day's tablets; undefined for who is not on it. */
export async function dayCodeOf(
  db: Executor,
  slipKey: Buffer,
  { clientId, dayId, membershipId }: { clientId: string; dayId: string; membershipId: string },
): Promise<string | undefined> {
  const { rows } = await findPeople(db, { clientId, id: dayId }, { membershipId }, 'name', {
    limit: 1,
    offset: 0,
  })
  const [row] = rows
  return row && codeOf(slipKey, dayId, codeKeyOf(row))
}

const personObject = (row: PersonRow, dayId: string, slipKey: Buffer): TestDayPerson => ({
  membershipId: row.membership_id,
  name: row.name,
  staffNumber: row.staff_number,
  group: row.group_name,
  room: row.room,
  code: codeOf(slipKey, dayId, codeKeyOf(row)),
  state: row.done ? 'finished' : row.begun ? 'started' : 'not_started',
})

export async function listPeople(
  db: Executor,
  { client, day }: AuthorizedDay,
  query: QueryOf<typeof listTestDayPeople>,
  _actor: Actor,
  { deps }: Context,
): Promise<{ count: number; rows: TestDayPerson[] }> {
  const key = { clientId: client.id, id: day.id }
  const { count, rows } = await findPeople(db, key, query, query.ordering ?? 'name', sliceOf(query))
  return { count, rows: rows.map((row) => personObject(row, day.id, deps.config.slipKey)) }
}

interface PersonKey {
  readonly clientId: string
  readonly testDayId: string
  readonly membershipId: string
}

/** One person of a day. @throws Failure not_found */
async function personOf(
  db: Executor,
  { clientId, testDayId: id, membershipId }: PersonKey,
): Promise<PersonRow> {
  const { rows } = await findPeople(db, { clientId, id }, { membershipId }, 'name', { limit: 1, offset: 0 })
  const [row] = rows
  if (row === undefined) throw new Failure('not_found')
  return row
}

/** Puts somebody into a room. @throws Failure test_day_over, not_found */
export async function placePerson(
  tx: Tx,
  _on: AuthorizedDay,
  { room }: BodyOf<typeof placeTestDayPerson>,
  _actor: Actor,
  { deps, params }: Context<typeof placeTestDayPerson>,
): Promise<TestDayPerson> {
  const { clientId, testDayId: id, membershipId } = params
  await lockOpenDay(tx, { clientId, id })
  if (!(await changePerson(tx, { clientId, id, membershipId }, { room }))) throw new Failure('not_found')
  return personObject(await personOf(tx, params), id, deps.config.slipKey)
}

/** Gives somebody another code. The old one opens nothing any more, and what it has opened ends. @throws Failure test_day_over, not_found */
export async function renewCode(
  tx: Tx,
  _on: AuthorizedDay,
  _body: undefined,
  actor: Actor,
  { deps, params }: Context<typeof renewTestDayCode>,
): Promise<TestDayPerson> {
  const { slipKey } = deps.config
  const { clientId, testDayId: id, membershipId } = params
  await lockOpenDay(tx, { clientId, id })
  const person = await personOf(tx, params)
  const own = { membershipId, codeTurn: person.code_turn + 1, codeNumber: person.code_number }
  const codeHash = hashCode(slipKey, id, codeOf(slipKey, id, own))
  await changePerson(tx, { clientId, id, membershipId }, { code_turn: own.codeTurn, code_hash: codeHash })
  await endSessionsOf(tx, { clientId, id, userId: person.user_id })
  await recordAudit(tx, {
    action: 'test_day_code_renewed',
    by: actor,
    subjectId: person.user_id,
    clientId,
    details: {},
  })
  return personObject(await personOf(tx, params), id, slipKey)
}

/** Takes somebody off a day; what nobody has begun is cancelled, and its units come back. @throws Failure not_found */
export async function removePerson(
  tx: Tx,
  { client, day }: AuthorizedDay,
  _query: undefined,
  actor: Actor,
  { params }: Context<typeof removeTestDayPerson>,
): Promise<undefined> {
  const key = { clientId: client.id, id: day.id, membershipId: params.membershipId }
  await holdDay(tx, key)
  const { code_turn: turn } = await personOf(tx, params)
  await raiseCodeTurn(tx, key, turn + 1)
  await cancelUnbegun(tx, client, await findUnstarted(tx, key), actor)
  await deletePerson(tx, key)
}

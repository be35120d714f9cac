import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { deliverOfflineAttempt, getTabletDay, getTabletPackage, openTablet } from '#contract/tablets.ts'
import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import type { Connections } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { derivedOf, proofOf } from '#server/features/test-days/codes.ts'
import { request } from '#test/support/api.ts'
import { addMember } from '#test/support/invited.ts'
import { setUpTablet } from '#test/support/set-up.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { type Choices, chooseFrom, Started, takeTest } from './candidate.ts'
import { post, untilAnswered, type World } from './client.ts'
import type { Answers } from './history.ts'

interface Place {
  url: string
  database: Connections
  clientId: string
  /** A manager's session. */
  token: string
  inventoryId: string
}

/** A test day of today with so many people and two tablets that have been open for an hour. */
export async function prepareDay(
  { url, database: { db }, clientId, token, inventoryId }: Place,
  people: number,
) {
  // Noon, so that an hour ago is the same day.
  const timeZone = zoneWhereItIs(12)
  await db.updateTable('clients').set({ time_zone: timeZone }).where('id', '=', clientId).execute()
  const membershipIds: string[] = []
  for (let n = 0; n < people; n += 1) membershipIds.push((await addMember(db, clientId)).membershipId)
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
  const body = { place: 'Gate 2', day: today, inventoryIds: [inventoryId], membershipIds }
  const day = (await request(url, createTestDay, { token, params: { clientId }, body })).answer
  const assignments = await db
    .selectFrom('assignments')
    .where('test_day_id', '=', day.id)
    .select(['id', 'membership_id'])
    .orderBy('id')
    .execute()
  const codes = new Map<string, string>()
  for (let page = 1; codes.size < people; page += 1) {
    const query = { page: String(page), page_size: '100' }
    const params = { clientId, testDayId: day.id }
    const listed = await request(url, listTestDayPeople, { token, params, query })
    for (const { membershipId, code } of listed.answer.results) codes.set(membershipId, code)
  }
  const derivedBy = async (own: string) => {
    const { salt } = (await request(url, getTabletDay, { token: own })).answer.codes
    // A job of the server derives the same.
    while ((await request(url, getTabletPackage, { token: own })).status !== 200) await pause(500)
    const derived = new Map<string, Buffer>()
    for (const { id, membership_id: membershipId } of assignments)
      derived.set(id, await derivedOf(codes.get(membershipId) ?? '', Buffer.from(salt, 'base64')))
    return derived
  }
  const tablets: Tablet[] = []
  for (const name of ['Tablet 1', 'Tablet 2']) {
    const { token: own } = await setUpTablet(url, { token, clientId, testDayId: day.id }, { name })
    await request(url, openTablet, { token: own, body: { pin: day.pin } })
    tablets.push({ token: own, derived: await derivedBy(own) })
  }
  await sql`UPDATE tablets SET opened_at = now() - interval '1 hour' WHERE test_day_id = ${day.id}`.execute(
    db,
  )
  return { tablets, assignments: assignments.map(({ id }) => id) }
}

export interface Tablet {
  readonly token: string
  /** The keys derived from each person's code, by assignment. */
  readonly derived: ReadonlyMap<string, Buffer>
}

export interface Day {
  readonly tablets: readonly Tablet[]
  /** Taken by the tablets one after the other. */
  readonly assignments: readonly string[]
  readonly choices: Choices
}

/**
 * People take tests on tablets without a connection, which are delivered later: complete ones and such that go on with a
 * connection, more than once, and now and then the same person's from both tablets.
 */
export async function deliverTests({ tablets, assignments, choices }: Day, world: World): Promise<void> {
  for (const assignmentId of assignments) {
    await pause(500 + world.random() * 5_000, undefined, { signal: world.signal })
    if (world.calm()) return
    const begunTwice = world.random() < 0.3
    const used = begunTwice ? tablets : tablets.slice(0, 1)
    await Promise.all(used.map((tablet) => deliver({ tablet, assignmentId, choices }, world)))
  }
}

const Delivered = deliverOfflineAttempt.answer.json
const minutes = (count: number) => count * 60_000

async function deliver(
  { tablet, assignmentId, choices }: { tablet: Tablet; assignmentId: string; choices: Choices },
  world: World,
): Promise<void> {
  const { random, tell } = world
  const attempt = newId()
  tell({ what: 'begun', attempt, assignment: assignmentId, by: 'tablet' })
  tell({ what: 'asked', to: 'begin', assignment: assignmentId })
  const answers: Answers = {}
  const seq = 5 + Math.floor(random() * 20)
  for (let number = 1; number <= seq; number += 1) {
    const { item, value } = chooseFrom(choices, random)
    answers[item] = { value, seq: number }
  }
  const isComplete = random() < 0.5
  const { token, derived } = tablet
  const unproved = {
    offlineId: attempt,
    assignmentId,
    accepted: ['information'],
    locale: 'en',
    elapsedMs: minutes(20),
    sections: [],
    responses: answers,
    answeredAfterMs: Object.fromEntries(
      Object.values(answers).map(({ seq: number }, at) => [
        Object.keys(answers)[at],
        minutes(1) + number * 1000,
      ]),
    ),
    ...(isComplete && { submittedAfterMs: minutes(5) }),
  }
  const proof = proofOf(derived.get(assignmentId) ?? Buffer.alloc(32), unproved).toString('base64')
  const body = { ...unproved, proof }
  const send = () => {
    if (isComplete) tell({ what: 'asked', to: 'submit', assignment: assignmentId })
    tell({ what: 'sent', attempt, epoch: 1, answers })
    return untilAnswered(world, async () => {
      const path = '/tablet/offline_attempts/'
      const answer = await post(world, { path, token, attempt, body })
      return answer === undefined ? undefined : Delivered.parse(answer)
    })
  }
  // Some come again: the tablet was switched off before it had noted the answer.
  const times = 1 + Math.floor(random() * 3)
  for (let time = 1; time <= times; time += 1) {
    const delivered = await send()
    if (delivered.outcome === 'kept') {
      tell({ what: 'kept', attempt, answers })
      continue
    }
    if (delivered.outcome !== 'started')
      throw new Error(`A tablet delivered answers, and was answered: ${delivered.outcome}.`)
    tell({ what: 'acknowledged', attempt, epoch: 1, answers, late: [] })
    const { started, receipt } = delivered
    if (receipt !== null) tell({ what: 'submitted', attempt, receipt })
    else if (time === times) {
      const own = { attempt, assignmentId, started: Started.parse(started), choices, seq }
      await takeTest(own, world, 5 + Math.floor(random() * 30))
      const again = await send()
      if (again.outcome === 'started') tell({ what: 'submitted', attempt, receipt: again.receipt ?? 'none' })
    }
  }
}

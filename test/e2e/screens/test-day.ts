import { addNote, pauseTests } from '#contract/board.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { enterByDayCode, openTablet } from '#contract/tablets.ts'
import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { turkishToday } from '#server/features/orders/prices/prices.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { makeSetupCode, setUpTablet } from '#test/support/set-up.ts'
import { startTest, submit } from '#test/support/taking.ts'
import type { Served } from '../served.ts'

/** The people of the day, and what their device did last; those without a state have not come. */
const people = [
  { name: 'Gülşah Öztürk', state: 'offline' },
  { name: 'İbrahim Şahin', state: 'paused' },
  { name: 'Ömer Faruk Yıldız', state: 'running' },
  { name: 'Fatma Nur Büyükçavuşoğlu Karaosmanoğlu', state: 'running' },
  { name: 'Zeynep Çolak', state: 'finished' },
  { name: 'Tuğba Erdoğan', state: undefined },
  { name: 'Süleyman Öz', state: undefined },
] as const

/** A test day of today with people in several states and a tablet. @returns its id */
export async function addTestDay(served: Served): Promise<string> {
  const { server, cast } = served
  const { url, database } = server
  const token = cast.manager.token
  const params = { clientId: cast.anadolu }
  const members = await Promise.all(
    people.map(({ name }) => addMember(database.db, cast.anadolu, { name, email: null })),
  )
  const { answer: day } = await request(url, createTestDay, {
    token,
    params,
    body: {
      place: 'Kapı 2, paketleme adayları',
      day: await turkishToday(database.db),
      rooms: ['Salon 1', 'Salon 2'],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: members.map(({ membershipId }) => membershipId),
    },
  })
  const ofDay = { token, clientId: cast.anadolu, testDayId: day.id }
  const tablet = await setUpTablet(url, ofDay, { room: 'Salon 1' })
  for (let n = 0; n < 2; n += 1) await makeSetupCode(url, ofDay)
  await request(url, openTablet, { token: tablet.token, body: { pin: day.pin } })
  const { answer: listed } = await request(url, listTestDayPeople, {
    token,
    params: { ...params, testDayId: day.id },
  })
  for (const { name, state } of people) {
    const code = listed.results.find((one) => one.name === name)?.code
    if (state === undefined || code === undefined) continue
    const { answer: person } = await request(url, enterByDayCode, { token: tablet.token, body: { code } })
    const { answer: own } = await request(url, listOwnAssignments, { token: person.token })
    const assignmentId = own.results[0]?.id
    if (assignmentId === undefined) throw new Error(`${name} has no test`)
    const started = await startTest(url, person.token, assignmentId)
    if (state === 'finished') await submit(served.server, { started, assignmentId })
    if (state === 'paused')
      await request(url, pauseTests, { token, params, body: { paused: true, assignmentIds: [assignmentId] } })
    if (state === 'offline')
      await request(url, addNote, { token, params: { assignmentId }, body: { text: 'Elektrik kesildi.' } })
    await setHeard(served, assignmentId, state === 'running' ? 3600 : -600)
  }
  await addWaiting(served, day.id)
  return day.id
}

/** Two deliveries of the day's tablet that wait for a decision: answers, and a refused consent. */
async function addWaiting({ server, cast }: Served, testDayId: string): Promise<void> {
  const { db } = server.database
  const of = { client_id: cast.anadolu, test_day_id: testDayId }
  const { id: tablet_id } = await db
    .selectFrom('tablets')
    .select('id')
    .where('client_id', '=', of.client_id)
    .where('test_day_id', '=', testDayId)
    .executeTakeFirstOrThrow()
  const unbegun = await db
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', of.client_id)
    .where('test_day_id', '=', testDayId)
    .where('started_at', 'is', null)
    .execute()
  const waiting = unbegun.map(({ id: assignment_id }, at) => ({
    ...of,
    id: newId(),
    assignment_id,
    tablet_id,
    begun_id: newId(),
    reason: 'needs_connection' as const,
    received_at: new Date(Date.now() - (2 - at) * 60_000),
    answered: at === 0 ? 75 : 0,
    submitted: at === 0,
    refused: at > 0,
    sealed: Buffer.from('sealed'),
  }))
  await db.insertInto('waiting_deliveries').values(waiting).execute()
}

/** The device was heard of so many seconds from now: what the screens show stays for as long as the walk takes. */
async function setHeard({ server }: Served, assignmentId: string, seconds: number): Promise<void> {
  const { db } = server.database
  const { client_id, id } = await db
    .selectFrom('attempts')
    .where('assignment_id', '=', assignmentId)
    .select(['client_id', 'id'])
    .executeTakeFirstOrThrow()
  const seen_at = new Date(Date.now() + seconds * 1000)
  await db.insertInto('attempt_presence').values({ client_id, attempt_id: id, seen_at }).execute()
}

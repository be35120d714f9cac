import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/kit.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addReader, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addSession } from './people.ts'
import { askFor, walk } from './walk.ts'

/** Part of every name in the group that the reader doesn't see. */
const canary = 'Zumrutkanarya'

let server: TestServer
let cast: Cast
/** Two scenes of one client, whose people belong to two groups. */
let seen: Scene
let hidden: Scene
/** Reads the first group; reads all people. */
let ofGroup: string
let ofAll: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const { db } = server.database
  seen = await makeScene(server, cast)
  await sql`UPDATE memberships SET group_name = 'Depo' WHERE client_id = ${cast.anadolu} AND role <> 'manager'`.execute(
    db,
  )
  hidden = await makeScene(server, cast)
  await hide()
  ofGroup = await reader(['Depo'])
  ofAll = await reader(null)
})
afterAll(() => server.close())

async function reader(groups: string[] | null): Promise<string> {
  const { db } = server.database
  const userId = await addUser(db)
  await addReader(db, cast.anadolu, userId, groups)
  return addSession(server, userId)
}

/** Puts everybody who belongs to no group into one that the reader doesn't see, with the canary in every name. */
async function hide() {
  const { db } = server.database
  const others = sql`client_id = ${cast.anadolu} AND role <> 'manager' AND group_name NOT IN ('Depo')`
  await sql`UPDATE users SET name = ${`${canary} Kişi`}, email = ${canary.toLowerCase()} || '-' || email
    WHERE id IN (SELECT user_id FROM memberships WHERE ${others} AND group_name = '')`.execute(db)
  await sql`UPDATE assignments SET description = ${canary}
    WHERE (client_id, membership_id) IN (SELECT client_id, id FROM memberships WHERE ${others})`.execute(db)
  await sql`UPDATE memberships SET name = ${`${canary} Kişi`}, group_name = ${canary}, staff_number = ${canary} || '-' || id,
    search_text = ${canary.toLowerCase()} WHERE ${others}`.execute(db)
}

const idsOf = (scene: Scene) => [
  ...[scene.participant, scene.peer].flatMap(({ userId, membershipId }) => [userId, membershipId]),
  ...[scene.employee, scene.pending, scene.running, scene.completed, scene.share],
]
const leaks = (text: string) =>
  [canary, ...idsOf(hidden)].filter((word) => text.toLowerCase().includes(word.toLowerCase()))

const people = [
  'search',
  'listCandidates',
  'listEmployees',
  'listGroups',
  'listAssignments',
  'getAssignment',
  'getPerson',
  'resultsCsv',
  'peopleCsv',
  'getReport',
  'liveBoard',
  'listShares',
  'getClientDashboard',
]

describe('a reader of one group', () => {
  test('SR-60: reads nothing of the people of another group with any call or parameter', async () => {
    const looked = [canary, ...idsOf(hidden)]
    const walked = await walk(server, seen, ofGroup, looked)
    const reached = new Set(walked.filter(({ status }) => status === 200).map(({ call }) => call))
    for (const call of people) expect([...reached]).toContain(call)
    expect(walked.flatMap((one) => leaks(one.text).map((word) => [one.call, one.query, word]))).toEqual([])
    // Both walks ask for files, which a client gets a few of in a minute.
    await server.database.db.deleteFrom('throttles').execute()
    // The search for it works: who sees all people finds it in the same places.
    const found = await walk(server, hidden, ofAll, looked)
    const named = new Set(found.filter(({ text }) => leaks(text).length > 0).map(({ call }) => call))
    for (const call of people) expect([...named]).toContain(call)
  })

  test('SR-60: counts no one from another group', async () => {
    // Files of a minute are few, so the second answer might be another one.
    const lists = people.filter((name) => !name.endsWith('Csv'))
    const counters = ['countAssignments', 'getClient', 'listClients', 'getClientDashboard', ...lists]
    const counted = async () =>
      (await walk(server, seen, ofGroup, [], counters)).map(({ call, query, status, text }) => [
        call,
        query,
        status,
        text.replaceAll(/"(serverTime|requestId)":"[^"]*"/g, ''),
      ])
    const before = await counted()
    await makeScene(server, cast)
    await hide()
    expect(await counted()).toEqual(before)
  })

  test('SR-60: finds no record of another group by its id, with any call', async () => {
    const ofPeople = ['person', 'assignment', 'report', 'share']
    const asked: string[] = []
    for (const entry of calls) {
      if (entry.access !== 'manager' || !ofPeople.includes(entry.subject ?? '')) continue
      const input = inputOf(hidden, entry.name)
      // Colleagues belong to no group, and are nothing that a reader may see.
      if (input.file !== undefined || entry.tag === 'Colleagues') continue
      const answer = await askFor(server.url, entry, input, ofGroup)
      expect([entry.name, answer.status, leaks(answer.text)]).toEqual([entry.name, 404, []])
      asked.push(entry.name)
    }
    expect(asked.length).toBeGreaterThan(20)
  })
})

test('SR-60: no reader changes anything, and every call says so with the same code', async () => {
  // Those that take a file are in the matrix alone.
  const changing = (calls as readonly Call[]).filter(
    ({ method, access, upload }) => method !== 'GET' && access === 'manager' && upload === undefined,
  )
  // A call that names something else first doesn't find it before it could be refused.
  const notThere = ['acceptDelivery', 'rejectDelivery']
  // A sensitive test isn't there for a reader who isn't named for it, so their changes are asked of another one.
  const open = { ...seen, pending: seen.unstarted }
  for (const token of [ofAll, ofGroup])
    for (const entry of changing) {
      const { status, text } = await askFor(server.url, entry, inputOf(open, entry.name), token)
      if (notThere.includes(entry.name))
        expect([entry.name, [404, 409].includes(status)]).toEqual([entry.name, true])
      else expect([entry.name, status, JSON.parse(text).code]).toEqual([entry.name, 409, 'read_only'])
    }
  expect(changing.length).toBeGreaterThan(60)
  const [cancel] = changing.filter(({ name }) => name === 'cancelAssignment')
  if (cancel === undefined) throw new Error('cancelling is in the contract')
  expect((await askFor(server.url, cancel, inputOf(seen, cancel.name), ofAll)).status).toBe(404)
})

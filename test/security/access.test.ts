import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments, resultsCsv } from '#contract/assignments.ts'
import { calls } from '#contract/calls.ts'
import { inviteEmails, listCandidates } from '#contract/people.ts'
import { search } from '#contract/search.ts'
import { newId } from '#server/db/ids.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addSession } from './people.ts'
import { askFor, walk } from './walk.ts'

/** Part of every name at the other client. */
const canary = 'Zumrutkanarya'

let server: TestServer
let cast: Cast
let ours: Scene
let theirs: Scene

const counters = ['countAssignments', 'listQuotas', 'getClient', 'listClients']
/** Our records, read with the other client's words and ids in every parameter. */
const walkOurs = (only?: string[]) => {
  const { clientId, participant, completed } = theirs
  return walk(server, ours, cast.manager.token, [canary, clientId, participant.userId, completed], only)
}
const idsOf = ({ clientId, participant, peer, sessionId, pending, running, completed }: Scene) => [
  clientId,
  ...[participant, peer].flatMap(({ userId, membershipId }) => [userId, membershipId]),
  ...[pending, running, completed, sessionId],
]

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  ours = await makeScene(server, cast)
  theirs = await makeScene(server, cast, cast.ege)
  await nameThem()
})
afterAll(() => server.close())

/** Puts the canary into all of the other client's names. */
async function nameThem() {
  const { db } = server.database
  const clientId = cast.ege
  await sql`UPDATE clients SET name = ${`${canary} A.Ş.`}, email = ${`${canary}@example.test`.toLowerCase()}
    WHERE id = ${clientId}`.execute(db)
  await sql`UPDATE memberships SET name = ${`${canary} Kişi`}, group_name = ${canary}, staff_number = ${canary} || '-' || id,
    phone = '0532 987 65 43', search_text = ${canary.toLowerCase()} WHERE client_id = ${clientId}`.execute(db)
  await sql`UPDATE assignments SET description = ${canary} WHERE client_id = ${clientId}`.execute(db)
  await sql`UPDATE users SET name = ${`${canary} Kişi`}, phone = '0532 987 65 43',
    email = ${canary.toLowerCase()} || '-' || email
    WHERE id IN (SELECT user_id FROM memberships WHERE client_id = ${clientId})`.execute(db)
}

/** Traces of the other client in a text. */
const leaks = (text: string) =>
  [canary, '0532 987', ...idsOf(theirs)].filter((word) => text.toLowerCase().includes(word.toLowerCase()))

describe('the manager of one client', () => {
  test('SR-26: reads nothing of another client with any call or parameter', async () => {
    const walked = await walkOurs()
    const reached = new Set(walked.filter(({ status }) => status === 200).map(({ call }) => call))
    for (const call of [
      'search',
      'listCandidates',
      'listAssignments',
      'resultsCsv',
      'getReport',
      ...counters,
    ])
      expect([...reached]).toContain(call)
    const found = walked.flatMap((one) => leaks(one.text).map((word) => [one.call, one.query, word]))
    expect(found).toEqual([])
    // The search for it works: its own manager finds it everywhere.
    const own = await walk(server, theirs, cast.otherManager.token, [canary])
    const named = new Set(own.filter(({ text }) => leaks(text).length > 0).map(({ call }) => call))
    for (const call of [
      'search',
      'listCandidates',
      'listManagers',
      'listAssignments',
      'resultsCsv',
      'getReport',
    ])
      expect([...named], call).toContain(call)
  })

  test('SR-26: counts nothing of another client', async () => {
    const counted = async () =>
      (await walkOurs(counters)).map(({ call, query, status, text }) => [call, query, status, text])
    const before = await counted()
    await makeScene(server, cast, cast.ege)
    expect(await counted()).toEqual(before)
    expect(before.length).toBeGreaterThan(counters.length)
  })

  test('SR-23: gets 404 and nothing else from every call for another client’s record', async () => {
    const asked: string[] = []
    for (const entry of calls) {
      const input = inputOf(theirs, entry.name)
      const byRecord = JSON.stringify(input.params ?? {}).match(new RegExp(idsOf(theirs).join('|')))
      if (byRecord === null || input.file !== undefined || entry.access === 'admin') continue
      const answer = await askFor(server.url, entry, input, cast.manager.token)
      const unknown = { ...input, params: { ...input.params, ...unknownIds(input.params) } }
      const nobody = await askFor(server.url, entry, unknown, cast.manager.token)
      const without = (text: string) => ({ ...JSON.parse(text), requestId: '', instance: '' })
      expect([entry.name, answer.status, leaks(answer.text)]).toEqual([entry.name, 404, []])
      // Another client's record looks like a missing one.
      expect(without(answer.text), entry.name).toEqual(without(nobody.text))
      asked.push(entry.name)
    }
    expect(asked.length).toBeGreaterThan(20)
  })

  test('SR-24: finds no one with another client’s ids and groups in a query', async () => {
    const sent = { token: cast.manager.token, params: { clientId: cast.anadolu } }
    const { userId } = theirs.participant
    for (const query of [
      { user: userId },
      { group: canary },
      { search: canary },
      { user: theirs.peer.userId },
    ]) {
      expect((await request(server.url, listAssignments, { ...sent, query })).answer.count).toBe(0)
      const csv = await request(server.url, resultsCsv, { ...sent, query })
      expect(csv.text.trim().split('\n')).toHaveLength(1)
    }
    for (const query of [{ group: canary }, { search: canary }])
      expect((await request(server.url, listCandidates, { ...sent, query })).answer.count).toBe(0)
  })

  test('SR-24: assigns only what is enabled for its own client', async () => {
    const { db } = server.database
    const clientId = await addClient(db)
    const token = await addSession(server, (await addMember(db, clientId, { role: 'manager' })).userId)
    const sensitive = inventory(cast, 'SCL90')
    for (const [ids, code] of [
      [[sensitive], 'inventory_not_enabled'],
      [[newId()], 'invalid_request'],
      [[theirs.completed], 'invalid_request'],
      [[cast.ege], 'invalid_request'],
    ] as const) {
      const email = `${newId()}@example.test`
      const body = { emails: [email], inventoryIds: [...ids] }
      const refused = await request(server.url, inviteEmails, { token, params: { clientId }, body })
      expect(refused.code).toBe(code)
      expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
    }
  })

  test('SR-24: inviting another client’s person by address reveals nothing about them', async () => {
    const person = await server.database.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', theirs.peer.userId)
      .executeTakeFirstOrThrow()
    const manager = await addMember(server.database.db, cast.anadolu, { role: 'manager' })
    const token = await addSession(server, manager.userId)
    const sent = { token, params: { clientId: cast.anadolu } }
    const email = person.email ?? ''
    const body = { emails: [{ email, name: 'Bizde Adı Bu' }], inventoryIds: [inventory(cast, 'ENGLISH')] }
    const invited = await request(server.url, inviteEmails, { ...sent, body })
    expect(invited.answer.created).toHaveLength(1)
    const answers = [
      await request(server.url, listCandidates, { ...sent, query: { search: 'Bizde' } }),
      await request(server.url, listAssignments, { ...sent, query: { search: 'Bizde' } }),
      await request(server.url, search, { token, query: { q: 'Bizde' } }),
    ]
    for (const { text } of answers) {
      expect(text).toContain('Bizde Adı Bu')
      // The address and the id are the ones that were given; nothing else is of the other client.
      expect(leaks(text.replaceAll(email, '').replaceAll(theirs.peer.userId, ''))).toEqual([])
    }
  })
})

/** The same number of ids that name nothing. */
const unknownIds = (params: Record<string, string> = {}) =>
  Object.fromEntries(Object.keys(params).map((name) => [name, newId()]))

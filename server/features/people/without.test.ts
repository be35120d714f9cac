import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCandidates } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

test('people are found by what they lack, and by any of several groups', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const member = (more: object) => addMember(db, clientId, more)
  const tested = await member({ email: null })
  const neither = await member({ email: null })
  const idle = await member({})
  await addAssignment(db, clientId, tested, { code: 'ENGLISH' })
  for (const [{ membershipId }, group] of [
    [tested, 'Depo'],
    [neither, 'Saha, gece'],
  ] as const)
    await db.updateTable('memberships').set({ group_name: group }).where('id', '=', membershipId).execute()

  const find = async (query: { without?: string; group?: string }) => {
    const params = { clientId }
    const { answer } = await request(server.url, listCandidates, {
      token: cast.superuser.token,
      params,
      query,
    })
    return [answer.count, answer.results.map((row) => row.membershipId).toSorted()]
  }
  const among = (...people: { membershipId: string }[]) => [
    people.length,
    people.map(({ membershipId }) => membershipId).toSorted(),
  ]
  expect(await find({ without: 'email' })).toEqual(among(tested, neither))
  expect(await find({ without: 'test' })).toEqual(among(neither, idle))
  expect(await find({ without: 'email,test' })).toEqual(among(neither))
  expect(await find({ group: 'Depo\nSaha, gece' })).toEqual(among(tested, neither))
  const wrong = await request(server.url, listCandidates, {
    token: cast.superuser.token,
    params: { clientId },
    query: { without: 'phone' },
  })
  expect(wrong.status).toBe(400)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAssignments } from '#contract/assignments.ts'
import { authToken } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { demoAccounts, demoPassword, seedDemo } from './seed.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await seedDemo(server.database)
})
afterAll(() => server.close())

const signIn = async (username: string) =>
  (await request(server.url, authToken, { body: { username, password: demoPassword } })).answer

test.each(demoAccounts)('%s signs in with the demo password', async (email) => {
  const { user } = await signIn(email)
  expect(user.authority).toContain(email.split('@')[0])
})

test('the first client has 40 people, 60 completed and 20 pending assignments', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  expect(clients.answer.results.map((client) => client.name)).toEqual(['Anadolu Gıda A.Ş.'])
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const employees = await request(server.url, listEmployees, { token, params })
  const candidates = await request(server.url, listCandidates, { token, params })
  expect([employees.answer.count, candidates.answer.count]).toEqual([30, 10])
  const counts = await request(server.url, countAssignments, { token, params })
  expect(counts.answer).toMatchObject({ assigned: 80, completed: 60, pending: 20 })
})

test('the demo participant has every inventory waiting', async () => {
  const { token } = await signIn('participant@demo.test')
  const own = await request(server.url, listOwnAssignments, { token })
  expect(own.answer.results.map((assignment) => [assignment.status, assignment.startedAt])).toEqual([
    ['pending', null],
    ['pending', null],
  ])
})

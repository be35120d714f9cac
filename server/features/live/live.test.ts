import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { follow, terminateListeners } from '#test/support/live.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, startTest } from '#test/support/taking.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server)
  // A server's first follower gets one event when it begins to listen; that is over before the tests begin.
  for (const { url } of [server, second]) {
    const stream = await follow(url, cast.anadolu, cast.manager.token)
    await stream.changed()
    await stream.close()
  }
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const invite = (clientId: string, token: string) =>
  request(server.url, inviteEmails, {
    token,
    params: { clientId },
    body: { emails: ['ada@example.test'], inventoryIds: [inventory(cast, 'ENGLISH')] },
  })
const credit = (clientId: string) =>
  request(server.url, addQuota, {
    token: cast.admin.token,
    params: { clientId },
    body: { inventoryId: inventory(cast, 'ENGLISH'), quantity: 1 },
  })

test('an invitation, a start and an addition reach the client’s followers through any server', async () => {
  const person = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, person, { code: 'ENGLISH' })
  const streams = [
    await follow(server.url, cast.anadolu, cast.manager.token),
    await follow(second.url, cast.anadolu, cast.admin.token),
  ]
  const each = async (what: () => Promise<unknown>) => {
    const told = Promise.all(streams.map((stream) => stream.changed()))
    await what()
    await told
  }
  await each(() => invite(cast.anadolu, cast.manager.token))
  await each(() => startTest(server.url, person.token, assignmentId))
  await each(() => credit(cast.anadolu))
  for (const stream of streams) await stream.close()
})

test('what happens at another client is not sent', async () => {
  const ours = await follow(server.url, cast.anadolu, cast.manager.token)
  const theirs = await follow(server.url, cast.ege, cast.otherManager.token)
  const told = theirs.changed()
  await credit(cast.ege)
  await told
  expect(ours.heard()).toBe(0)
  await Promise.all([ours.close(), theirs.close()])
})

test('a lost connection to the database is opened again, and followers look again', async () => {
  const stream = await follow(server.url, cast.anadolu, cast.manager.token)
  const told = stream.changed()
  expect(await terminateListeners(server.database.db)).toBeGreaterThan(0)
  await told
  const again = stream.changed()
  await credit(cast.anadolu)
  await again
  await stream.close()
})

test('a server that stops ends its streams, and a caller who opens very many keeps the newest', async () => {
  const third = await startTestServer({ database: server.database })
  const streams = []
  for (let number = 0; number < 21; number += 1)
    streams.push(await follow(third.url, cast.anadolu, cast.manager.token))
  await streams[0]?.ended
  expect(streams.slice(1).map((stream) => stream.isOpen())).toEqual(Array(20).fill(true))
  await third.close()
  await Promise.all(streams.map((stream) => stream.ended))
})

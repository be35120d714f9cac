import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '#contract/auth.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { removeManager } from '#contract/removals.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addMember, addUser } from '#test/support/invited.ts'
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

test('a stream ends on every server with the membership, role, account or session that it needs, and no other does', async () => {
  const { db } = server.database
  const token = async (userId: string) =>
    openSession(db, { userId, invitationClientId: null, remembered: false })
  const manager = async () => (await addMember(db, cast.anadolu, { role: 'manager' })).userId
  const admin = async () => {
    const userId = await addUser(db)
    await sql`UPDATE users SET authority = '{admin}' WHERE id = ${userId}`.execute(db)
    return userId
  }
  const losses: [() => Promise<string>, (userId: string, token: string) => Promise<unknown>][] = [
    [
      manager,
      (userId) =>
        request(server.url, removeManager, {
          token: cast.admin.token,
          params: { clientId: cast.anadolu },
          body: { user_id: userId },
        }),
    ],
    [manager, (id) => sql`UPDATE memberships SET role = 'employee' WHERE user_id = ${id}`.execute(db)],
    [manager, (id) => sql`UPDATE users SET deactivated_at = now() WHERE id = ${id}`.execute(db)],
    [manager, (_, token) => request(server.url, signOut, { token })],
    [admin, (id) => sql`UPDATE users SET authority = '{}' WHERE id = ${id}`.execute(db)],
  ]
  const stays = await follow(second.url, cast.anadolu, cast.manager.token)
  for (const [make, lose] of losses) {
    const userId = await make()
    const [first, other] = [await token(userId), await token(userId)]
    const streams = [
      await follow(server.url, cast.anadolu, first),
      await follow(second.url, cast.anadolu, first),
    ]
    const apart = await follow(second.url, cast.anadolu, other)
    await lose(userId, first)
    await Promise.all(streams.map((stream) => stream.ended))
    // Another session of the same person goes on where only one was ended.
    if (lose.length === 2) expect(apart.isOpen()).toBe(true)
    else await apart.ended
    await apart.close()
  }
  expect(stays.isOpen()).toBe(true)
  await stays.close()
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

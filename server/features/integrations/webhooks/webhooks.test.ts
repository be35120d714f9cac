import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, extendAssignment } from '#contract/assignment-actions.ts'
import { erasePerson } from '#contract/erasure.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  maxTries,
  maxWebhooks,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  type WebhookEvent,
  webhookEvent,
  webhookMessage,
} from '#contract/webhooks.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { deliverBy, deliverWebhook } from '#server/features/integrations/webhooks/jobs.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { makeJobsDue } from '#test/support/jobs.ts'
import { mailsTo } from '#test/support/mails.ts'
import { deliver as deliverOffline, delivery, minutes, scene, timeZone } from '#test/support/offline.ts'
import { makeApproved, makeUnpaid } from '#test/support/orders.ts'
import { publishSensitive } from '#test/support/sensitive.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, pass, startTest, submit } from '#test/support/taking.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

let server: TestServer
let cast: Cast
let url: string
let received: Received[] = []
/** The status of the receiver's answers; undefined to break off without one. */
let answer: number | undefined = 204
const receiver = createServer((asked, response) => {
  void textOf(asked).then((body) => {
    received.push({
      headers: Object.fromEntries(Object.entries(asked.headers).map(([k, v]) => [k, String(v)])),
      body,
    })
    if (answer === undefined) asked.socket.destroy()
    else response.writeHead(answer).end()
  })
})
async function textOf(asked: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of asked.setEncoding('utf8')) text += part
  return text
}

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/terazi?for=ats`
})
afterAll(async () => {
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  await sql`DELETE FROM webhook_deliveries`.execute(db())
  await sql`DELETE FROM webhooks`.execute(db())
  received = []
  answer = 204
})

const db = () => server.database.db
const params = () => ({ clientId: cast.anadolu })
const token = () => cast.manager.token

/** A webhook of the client for these events. */
async function add(events: WebhookEvent[] = [...webhookEvent.options]) {
  const added = await request(server.url, createWebhook, {
    token: token(),
    params: params(),
    body: { url, events },
  })
  expect(added.status, added.text).toBe(201)
  return { ...added.answer, of: { ...params(), webhookId: added.answer.id } }
}

const deliver = () => server.runJobs([deliverWebhook])
/** Runs the next try of each delivery that waits. */
async function deliverLater() {
  await sql`UPDATE webhooks SET paused_until = now() WHERE paused_until > now()`.execute(db())
  await makeJobsDue(db())
  await deliver()
}
const deliveries = async (of: { clientId: string; webhookId: string }) =>
  (
    await request(server.url, listWebhookDeliveries, {
      token: token(),
      params: of,
      query: { page_size: '100' },
    })
  ).answer.results
const webhooks = async () =>
  (await request(server.url, listWebhooks, { token: token(), params: params() })).answer.results

/** What came in, each verified by the library of Standard Webhooks. */
const verified = (secret: string) =>
  received.map(({ body, headers }) => {
    const message = webhookMessage.parse(new Verifier(secret).verify(body, headers))
    return { type: message.type, ...message.data }
  })

test('a test that is assigned, taken and handed in comes as events in this order', async () => {
  const { secret } = await add(['assignment.invited', 'assignment.completed', 'result.ready'])
  const person = await addTaker(server, cast.anadolu)
  const { rows } = await sql<{ id: string }>`SELECT id FROM inventories WHERE code = 'ENGLISH'`.execute(db())
  const inventoryIds = rows.map(({ id }) => id)
  const assigned = await request(server.url, createAssignments, {
    token: token(),
    params: params(),
    headers: { 'idempotency-key': 'application-4711' },
    body: { userIds: [person.userId], inventoryIds, description: 'Application 4711' },
  })
  expect(assigned.status, assigned.text).toBe(201)
  await deliver()
  const [invited] = verified(secret)
  expect(invited).toMatchObject({ type: 'assignment.invited', membershipId: person.membershipId })
  const assignmentId = invited?.assignmentId ?? ''
  const started = await startTest(server.url, person.token, assignmentId)
  await submit(server, { started, assignmentId })
  await deliver()
  expect(verified(secret).slice(1)).toEqual([
    { type: 'assignment.completed', ...params(), assignmentId, membershipId: person.membershipId },
    { type: 'result.ready', ...params(), assignmentId, membershipId: person.membershipId },
  ])
})

describe('events', () => {
  test('of what happens to assignments and people come as ids, and only those that were chosen', async () => {
    const { secret } = await add(['assignment.started', 'assignment.cancelled', 'person.erased'])
    const { assignmentId, membershipId, userId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const cancelled = await request(server.url, cancelAssignment, {
      token: token(),
      params: { assignmentId },
    })
    expect(cancelled.status, cancelled.text).toBe(200)
    const { name } = await db()
      .selectFrom('memberships')
      .select('name')
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow()
    const erased = await request(server.url, erasePerson, {
      token: token(),
      params: { ...params(), membershipId },
      body: { confirm: name },
    })
    expect(erased.status, erased.text).toBe(204)
    await deliver()
    expect(verified(secret)).toEqual([
      { type: 'assignment.started', ...params(), assignmentId, membershipId },
      { type: 'assignment.cancelled', ...params(), assignmentId, membershipId },
      { type: 'person.erased', ...params(), membershipId },
    ])
    expect(JSON.stringify(received)).not.toContain(name)
    expect(JSON.stringify(received)).not.toContain(userId)
  })
  test('of an order that is paid comes once, with the order’s id', async () => {
    const { secret } = await add()
    const { id: orderId } = await makeApproved(server, cast, cast.anadolu)
    await makeUnpaid(server, cast, cast.anadolu)
    await deliver()
    expect(verified(secret)).toEqual([{ type: 'order.paid', ...params(), orderId }])
  })
  test('of a test that expires comes for one that nobody began, and one that was begun is completed', async () => {
    const { secret } = await add(['assignment.expired', 'assignment.completed'])
    const [idle, begun] = [
      await addTaker(server, cast.anadolu),
      await addRunning(server, cast.anadolu, 'ENGLISH'),
    ]
    const expiring = await addAssignment(db(), cast.anadolu, idle, { code: 'ENGLISH', due: '2020-01-01' })
    await sql`UPDATE assignments SET due_date = '2020-01-01' WHERE id = ${begun.assignmentId}`.execute(db())
    await pass(server, begun, 86_400)
    await closeTimedOut(db())
    await expireOverdue(db())
    await expireOverdue(db())
    await deliver()
    const of = ({ membershipId }: { membershipId: string }) =>
      verified(secret).filter((one) => one.membershipId === membershipId)
    expect(of(idle)).toEqual([
      { type: 'assignment.expired', ...params(), assignmentId: expiring, membershipId: idle.membershipId },
    ])
    expect(of(begun).map(({ type }) => type)).toEqual(['assignment.completed'])
  })
  test('of a test that was begun on a tablet without a connection come once it is brought in', async () => {
    const { secret } = await add(['assignment.started', 'assignment.completed'])
    await db().updateTable('clients').set({ time_zone: timeZone }).where('id', '=', cast.anadolu).execute()
    const one = await scene({ server, cast })
    const body = delivery(one, { answeredAt: [1000], elapsedMs: minutes(20), submittedAfterMs: minutes(19) })
    const brought = await deliverOffline({ server }, one.tablets[0]?.token ?? '', body)
    expect(brought.status, brought.text).toBe(200)
    await deliver()
    expect(verified(secret).map(({ type, assignmentId }) => [type, assignmentId])).toEqual([
      ['assignment.started', one.mine?.assignmentId],
      ['assignment.completed', one.mine?.assignmentId],
    ])
  })
  test('of tests that are sensitive as a whole, of other clients and for webhooks that are off are not written', async () => {
    const { of } = await add()
    await submit(server, await addRunning(server, cast.anadolu, 'SCL90'))
    await submit(server, await addRunning(server, cast.ege, 'ENGLISH'))
    await request(server.url, changeWebhook, { token: token(), params: of, body: { on: false } })
    await submit(server, await addRunning(server, cast.anadolu, 'ENGLISH'))
    expect(await deliveries(of)).toEqual([])
  })
  test('of a test that was extended after it expired come as an invitation', async () => {
    const person = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(db(), cast.anadolu, person, {
      code: 'ENGLISH',
      due: '2020-01-01',
    })
    const pending = await addAssignment(db(), cast.anadolu, await addTaker(server, cast.anadolu), {
      code: 'ENGLISH',
      due: '2999-01-01',
    })
    await expireOverdue(db())
    const { secret } = await add()
    for (const id of [assignmentId, pending]) {
      const extended = await request(server.url, extendAssignment, {
        token: token(),
        params: { assignmentId: id },
        body: { dueDate: '2999-12-31' },
      })
      expect(extended.status, extended.text).toBe(200)
    }
    await deliver()
    expect(verified(secret)).toEqual([
      { type: 'assignment.invited', ...params(), assignmentId, membershipId: person.membershipId },
    ])
  })
  test('of a test with another version that is sensitive are not written, as it is in no list of an API key', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    await publishSensitive(db(), 'AYT')
    const { of } = await add()
    await submit(server, running)
    expect(await deliveries(of)).toEqual([])
  })
})

describe('a delivery', () => {
  test('is tried again with the same id and body until it arrives', async () => {
    const { of, secret } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    for (const status of [500, undefined, 302]) {
      answer = status
      await deliverLater()
    }
    expect(await deliveries(of)).toMatchObject([
      { state: 'waiting', tries: 3, statusCode: 302, problem: 'redirect' },
    ])
    answer = 200
    await deliverLater()
    expect(await deliveries(of)).toMatchObject([
      { state: 'delivered', tries: 4, statusCode: 200, problem: null, nextTryAt: null },
    ])
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(verified(secret)).toHaveLength(4)
  })
  test('fails after its last try, and can be sent again', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 503
    await sql`UPDATE webhook_deliveries SET tries = ${maxTries - 1}`.execute(db())
    await deliver()
    const [failed] = await deliveries(of)
    expect(failed).toMatchObject({ state: 'failed', tries: maxTries, nextTryAt: null })
    answer = 204
    const again = await request(server.url, resendWebhookDelivery, {
      token: token(),
      params: { ...of, deliveryId: failed?.id ?? '' },
    })
    expect(again.status).toBe(202)
    await deliver()
    expect(await deliveries(of)).toMatchObject([{ id: failed?.id, state: 'delivered', tries: maxTries + 1 }])
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed?.id]))
  })
  test('goes out again with its id where the process ended after sending and before noting it', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    // The end of a process leaves the transaction that would note the try undone, and the job for the next process.
    await sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$`.execute(
      db(),
    )
    await sql`CREATE TRIGGER die BEFORE UPDATE ON webhook_deliveries EXECUTE FUNCTION die()`.execute(db())
    await deliver()
    await sql`DROP TRIGGER die ON webhook_deliveries`.execute(db())
    await deliverLater()
    expect(await deliveries(of)).toMatchObject([{ state: 'delivered', tries: 1 }])
    expect(received).toHaveLength(2)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
  test('that hangs holds no transaction and does not keep others of the client', async () => {
    const [slow, quick] = [await add(['assignment.started']), await add(['assignment.started'])]
    await addRunning(server, cast.anadolu, 'ENGLISH')
    const { rows: queues } = await sql<{ queue: string }>`
      SELECT DISTINCT queue_name AS queue FROM graphile_worker.jobs WHERE task_identifier = 'deliver_webhook'
        AND attempts = 0 AND queue_name = ANY (${[slow, quick].map(({ id }) => `webhook ${id}`)})`.execute(
      db(),
    )
    expect(queues).toHaveLength(2)
    let open = -1
    const looking = deliverBy({
      limitMs: 1000,
      async resolve(name) {
        const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db())
        open = rows[0]?.count ?? -1
        return [{ address: name, family: 4 }]
      },
    })
    await server.runJobs([looking])
    expect(open).toBe(0)
    expect(received).toHaveLength(2)
  })
  test('has two signatures for a day after a renewal', async () => {
    const { of, secret } = await add(['assignment.started'])
    const renewed = await request(server.url, renewWebhookSecret, { token: token(), params: of })
    await request(server.url, testWebhook, { token: token(), params: of })
    await deliver()
    expect(verified(secret)).toEqual([{ type: 'test', ...params() }])
    expect(verified(renewed.answer.secret)).toHaveLength(1)
    await sql`UPDATE webhooks SET old_secret_until = now()`.execute(db())
    received = []
    await request(server.url, testWebhook, { token: token(), params: of })
    await deliver()
    expect(() => verified(secret)).toThrow()
    expect(verified(renewed.answer.secret)).toHaveLength(1)
  })
})

describe('a webhook that fails', () => {
  const pauses = async () =>
    (
      await sql<{ failures: number; seconds: number }>`
        SELECT failures, extract(epoch FROM paused_until - now())::float AS seconds FROM webhooks`.execute(
        db(),
      )
    ).rows
  /** Makes the jobs due, and leaves the pause of the webhook as it is. */
  const deliverInPause = async () => {
    await makeJobsDue(db())
    await deliver()
  }

  test('is asked once for all that waits, in pauses that grow, and brings all of it when it is back', async () => {
    const { of } = await add(['assignment.started'])
    for (let count = 0; count < 3; count += 1) await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 503
    await deliver()
    expect(received).toHaveLength(1)
    await deliverInPause()
    // One that happens meanwhile waits as well.
    await addRunning(server, cast.anadolu, 'ENGLISH')
    await deliver()
    expect(received).toHaveLength(1)
    for (let count = 2; count < 8; count += 1) {
      await deliverLater()
      expect(received).toHaveLength(count)
    }
    const [pause] = await pauses()
    expect(pause?.failures).toBe(7)
    // An hour after seven failures, up to a tenth more or less.
    expect(Math.abs((pause?.seconds ?? 0) - 3600)).toBeLessThan(400)
    const waiting = await deliveries(of)
    expect(waiting.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    expect(waiting.reduce((sum, { tries }) => sum + tries, 0)).toBe(7)
    for (const { nextTryAt } of waiting)
      expect(Math.abs(Date.parse(nextTryAt ?? '') - Date.now())).toBeLessThan(4_100_000)
    answer = 204
    await deliverLater()
    expect((await deliveries(of)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'delivered',
    ])
    expect(await pauses()).toEqual([{ failures: 0, seconds: null }])
  })
  test('is asked within its pause by a test, by "send again", and at another address', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 503
    await deliver()
    await request(server.url, testWebhook, { token: token(), params: of })
    await deliver()
    expect(received).toHaveLength(2)
    const [waiting] = (await deliveries(of)).filter(({ event }) => event !== 'test')
    await request(server.url, resendWebhookDelivery, {
      token: token(),
      params: { ...of, deliveryId: waiting?.id ?? '' },
    })
    await deliver()
    expect(received).toHaveLength(3)
    await request(server.url, changeWebhook, { token: token(), params: of, body: { url: `${url}&new=1` } })
    answer = 204
    await deliverInPause()
    expect((await deliveries(of)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed'])
  })
  test('is asked sixteen times for one delivery, also when it arrives for others in between', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 503
    await deliver()
    await sql`UPDATE webhook_deliveries SET tries = 9`.execute(db())
    await sql`UPDATE webhooks SET failures = 0`.execute(db())
    await deliverLater()
    // Its own pause is that after ten tries, and that of the webhook the first.
    const [waiting] = await deliveries(of)
    expect(Date.parse(waiting?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(3.5 * 3_600_000)
    expect((await pauses())[0]?.seconds).toBeLessThan(6)
  })
})

describe('a webhook is switched off', () => {
  const offMails = async () =>
    (await mailsTo(db(), cast.manager.email)).filter(({ subject }) => /webhook/i.test(subject)).length
  test('at once by 410, with a mail', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 410
    await deliver()
    expect(received).toHaveLength(1)
    expect(await webhooks()).toMatchObject([{ off: { reason: 'gone' } }])
    expect((await deliveries(of)).map(({ state, problem }) => [state, problem]).sort()).toEqual([
      ['failed', 'gone'],
      ['failed', 'off'],
    ])
    const before = await offMails()
    await server.runJobs()
    expect(await offMails()).toBe(before + 1)
    const test = await request(server.url, testWebhook, { token: token(), params: of })
    expect(test.code).toBe('webhook_is_off')
  })
  test('after five days without a success, and begins again when it is put on', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 500
    await deliver()
    expect(await webhooks()).toMatchObject([{ off: null, failingSince: expect.any(String) }])
    await sql`UPDATE webhooks SET failing_since = failing_since - interval '5 days'`.execute(db())
    await deliverLater()
    expect(await webhooks()).toMatchObject([{ off: { reason: 'failing' } }])
    const on = await request(server.url, changeWebhook, { token: token(), params: of, body: { on: true } })
    expect(on.answer).toMatchObject({ off: null, failingSince: null })
  })
  test('and a time in which nothing was sent is none of the five days', async () => {
    await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    answer = 500
    await deliver()
    // Given up after two days, and nothing to send for eight.
    await sql`UPDATE webhooks SET failing_since = now() - interval '10 days', paused_until = now() - interval '8 days'`.execute(
      db(),
    )
    await makeJobsDue(db())
    await deliver()
    const [webhook] = await webhooks()
    expect(webhook?.off).toBeNull()
    expect(Math.abs(Date.parse(webhook?.failingSince ?? '') - Date.now() + 2 * 86_400_000)).toBeLessThan(
      60_000,
    )
  })
  test('and what was written at that moment fails with the others', async () => {
    const { of } = await add(['assignment.started'])
    await addRunning(server, cast.anadolu, 'ENGLISH')
    // The transaction that wrote it had seen the webhook on.
    await sql`UPDATE webhooks SET off_at = now(), off_reason = 'manager'`.execute(db())
    await deliver()
    expect(received).toEqual([])
    expect(await deliveries(of)).toMatchObject([
      { state: 'failed', problem: 'off', tries: 0, nextTryAt: null },
    ])
  })
})

describe('the webhooks of a client', () => {
  test('are at most ten, and delete with what was sent', async () => {
    const { of } = await add()
    await request(server.url, testWebhook, { token: token(), params: of })
    for (let count = 1; count < maxWebhooks; count += 1) await add()
    const one = await request(server.url, createWebhook, {
      token: token(),
      params: params(),
      body: { url, events: ['order.paid'] },
    })
    expect(one.code).toBe('too_many_webhooks')
    expect((await request(server.url, deleteWebhook, { token: token(), params: of })).status).toBe(204)
    expect(await webhooks()).toHaveLength(maxWebhooks - 1)
    await deliver()
    expect(received).toEqual([])
  })
  test('have secrets that are nowhere in clear, and are on record without their path', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { rows } = await sql<{
      text: string
    }>`SELECT encode(secret, 'escape') AS text FROM webhooks`.execute(db())
    expect(rows[0]?.text).not.toContain(secret.slice(6))
    const entry = await db()
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'webhook_created')
      .where(sql`details ->> 'webhook'`, '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(entry)).not.toMatch(/terazi\?|whsec/)
  })
  test('lead to private addresses nowhere but in tests', async () => {
    const strict = await startTestServer({ database: server.database, privateWebhooks: false })
    for (const refused of ['http://ats.example.com/', 'https://127.0.0.1/', 'https://a:b@ats.example.com/']) {
      const made = await request(strict.url, createWebhook, {
        token: token(),
        params: params(),
        body: { url: refused, events: ['order.paid'] },
      })
      expect(Object.keys(Object(made.json).message)).toEqual(['url'])
    }
    const { of } = await add()
    await request(strict.url, testWebhook, { token: token(), params: of })
    await strict.runJobs([deliverWebhook])
    expect(await deliveries(of)).toMatchObject([{ state: 'failed', problem: 'not_public' }])
    expect(received).toEqual([])
    await strict.close()
  })
})

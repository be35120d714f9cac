import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyIn } from '#contract/kit.ts'
import {
  getNotifications,
  minutesBetweenMails,
  openUnsubscribe,
  setNotifications,
  unsubscribe,
} from '#contract/notifications.ts'
import { removeManager } from '#contract/removals.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { makeUnpaid } from '#test/support/orders.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { mailFinished, mailLowQuota, mailOverdueTransfers } from './jobs.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['quota_notifications', 'notification_settings', 'demo_mails'] as const)
    await db().deleteFrom(table).execute()
})

const db = () => server.database.db
const choose = (
  body: BodyIn<typeof setNotifications>,
  { token = cast.manager.token, clientId = cast.anadolu } = {},
) => request(server.url, setNotifications, { token, params: { clientId }, body })
const chosen = async (token = cast.manager.token, clientId = cast.anadolu) =>
  (await request(server.url, getNotifications, { token, params: { clientId } })).answer
/** A further manager of a client, with a confirmed address. */
async function addManager(clientId: string) {
  const manager = await addMember(db(), clientId, { role: 'manager', locale: 'en' })
  await makeKnown(db(), manager.userId)
  const token = await openSession(db(), {
    userId: manager.userId,
    invitationClientId: null,
    remembered: false,
  })
  return { ...manager, token, email: `${manager.userId}@example.com` }
}
/** The mails that came since the last time, after all jobs. */
async function mails() {
  await server.runJobs()
  const found = await db().selectFrom('demo_mails').selectAll().orderBy('id').execute()
  await db().deleteFrom('demo_mails').execute()
  return found
}
const linkIn = (mail: { links: readonly string[] } | undefined) =>
  mail?.links.find((link) => link.includes('/unsubscribe/')) ?? 'none'

/** A test that somebody has finished, and that arrived at a moment. */
async function finish(code = 'ENGLISH', at: Date | null = null, clientId = cast.anadolu): Promise<void> {
  const running = await addRunning(server, clientId, code)
  expect((await submit(server, running)).status).toBe(200)
  await sql`UPDATE results SET arrived_at = coalesce(${at}::timestamptz, now())
    WHERE assignment_id = ${running.assignmentId}`.execute(db())
}
/** The clock so many minutes from now. */
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const since = (column: 'finished_until' | 'transfers_until', moment: string) =>
  sql`UPDATE notification_settings SET ${sql.ref(column)} = ${moment}::timestamptz`.execute(db())

describe('what a manager chooses', () => {
  test('is theirs alone, begins with quota and due requests, and is not an admin’s', async () => {
    const colleague = await addManager(cast.anadolu)
    const start = { finished: 'off', quota: true, requests: true, transfers: false, receives: true }
    expect(await chosen()).toMatchObject({ ...start, address: cast.manager.email })
    const units = [{ inventoryId: cast.inventories.MYT ?? '', units: 12 }]
    const { answer } = await choose({ finished: 'weekly', requests: false, quotaAt: units })
    expect(answer).toMatchObject({ finished: 'weekly', quota: true, requests: false })
    expect(answer.quotaAt.find(({ inventory }) => inventory.code === 'MYT')?.units).toBe(12)
    expect(answer.quotaAt.map(({ inventory }) => inventory.code)).not.toContain('SCL90')
    expect((await choose({ quota: false })).answer).toMatchObject({ finished: 'weekly', quota: false })
    expect(await chosen(colleague.token)).toMatchObject(start)
    expect(await chosen(cast.admin.token)).toMatchObject({ receives: false, address: null })
    expect((await choose({ quota: true }, { token: cast.admin.token })).code).toBe('not_a_manager')
    expect((await choose({}, { token: cast.otherManager.token })).code).toBe('not_found')
  })

  test('is forgotten when they leave', async () => {
    const colleague = await addManager(cast.anadolu)
    await choose({ finished: 'each', quotaAt: [] }, { token: colleague.token })
    const removed = await request(server.url, removeManager, {
      token: cast.admin.token,
      params: { clientId: cast.anadolu },
      body: { user_id: colleague.userId },
    })
    expect(removed.status, removed.text).toBe(204)
    expect(await db().selectFrom('notification_settings').selectAll().execute()).toEqual([])
  })
})

describe('finished tests', () => {
  test('of many people at once are two mails, without names and without sensitive tests', async () => {
    await finish()
    await choose({ finished: 'each' })
    const colleague = await addManager(cast.anadolu)
    for (const code of ['ENGLISH', 'MYT', 'SCL90']) await finish(code)
    // Tests that were finished before the choice are in no mail.
    expect(await mailFinished(db(), later(2))).toBe(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: cast.manager.email,
      subject: 'Anadolu Gıda A.Ş.: 2 tests finished',
    })
    for (const secret of ['ŞÜKRÜ', 'SCL', colleague.email, 'Psikolojik'])
      expect(mail?.text).not.toContain(secret)
    for (let person = 0; person < 4; person += 1) await finish('ENGLISH', later(4))
    expect(await mailFinished(db(), later(minutesBetweenMails))).toBe(0)
    expect(await mailFinished(db(), later(minutesBetweenMails + 3))).toBe(1)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Anadolu Gıda A.Ş.: 4 tests finished'])
    expect(await mailFinished(db(), later(90))).toBe(0)
  })

  test('of two organisations come to one manager a quarter of an hour apart', async () => {
    const second = await addClient(db())
    await sql`INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
      SELECT ${second}, gen_random_uuid(), ${cast.manager.userId}, 'manager', 'x', ''`.execute(db())
    for (const clientId of [cast.anadolu, second]) {
      await choose({ finished: 'each' }, { clientId })
      await finish('ENGLISH', null, clientId)
    }
    expect(await mailFinished(db(), later(2))).toBe(1)
    expect(await mailFinished(db(), later(5))).toBe(0)
    expect(await mailFinished(db(), later(minutesBetweenMails + 3))).toBe(1)
    expect(await mails()).toHaveLength(2)
  })

  test('are mailed once by several servers, also after one that ended in between', async () => {
    await choose({ finished: 'each' })
    await finish()
    const now = later(2)
    const counts = await Promise.all([1, 2, 3].map(() => mailFinished(db(), now)))
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(await mailFinished(db(), now)).toBe(0)
    expect(await mails()).toHaveLength(1)
  })

  // Clocks in Berlin go forward on 29 March 2026 and back on 25 October 2026.
  test.each([
    ['daily', '2026-03-28T07:00Z', '2026-03-29T06:00Z'],
    ['daily', '2026-10-24T06:00Z', '2026-10-25T07:00Z'],
    ['weekly', '2026-03-23T07:00Z', '2026-03-30T06:00Z'],
    ['weekly', '2026-10-19T06:00Z', '2026-10-26T07:00Z'],
  ] as const)('%s since %s come at 08:00 of the organisation, %s', async (finished, before, morning) => {
    await sql`UPDATE clients SET time_zone = 'Europe/Berlin' WHERE id = ${cast.anadolu}`.execute(db())
    await choose({ finished })
    await since('finished_until', before)
    const at = (minutes: number) => new Date(Date.parse(morning) + minutes * 60_000)
    await finish('ENGLISH', at(-5 * 60))
    await finish('ENGLISH', at(5))
    expect(await mailFinished(db(), at(-1))).toBe(0)
    expect(await mailFinished(db(), at(3))).toBe(1)
    expect(await mailFinished(db(), at(6))).toBe(0)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Anadolu Gıda A.Ş.: 1 test finished'])
    await db().deleteFrom('result_scores').execute()
    await sql`UPDATE results SET arrived_at = '2020-01-01'`.execute(db())
  })
})

describe('low quota', () => {
  const setUnits = (code: string, available: number) =>
    sql`UPDATE quotas SET available = ${available}, purchased = 1000
      WHERE client_id = ${cast.anadolu} AND inventory_id = ${cast.inventories[code]}`.execute(db())

  test('is mailed once each time, by a fifth or by the number that was chosen', async () => {
    const mine = async () => (await mails()).filter(({ recipient }) => recipient === cast.manager.email)
    await setUnits('MYT', 1000)
    await choose({ quotaAt: [{ inventoryId: cast.inventories.ENGLISH ?? '', units: 50 }] })
    await setUnits('MYT', 200)
    await setUnits('ENGLISH', 199)
    await mailLowQuota(db())
    const [mail, ...others] = await mine()
    expect([mail?.kind, others]).toEqual(['quota_low', []])
    expect(mail?.text).toContain('200 units left')
    expect(mail?.links).toContain(`${server.url}/manager/quota-purchase?forClient=${cast.anadolu}`)
    expect(mail?.text).not.toContain('199')
    await setUnits('ENGLISH', 50)
    await Promise.all([1, 2].map(() => mailLowQuota(db())))
    expect(await mine()).toHaveLength(1)
    await setUnits('ENGLISH', 3)
    await mailLowQuota(db())
    expect(await mine()).toEqual([])
    await setUnits('ENGLISH', 51)
    await mailLowQuota(db())
    await setUnits('ENGLISH', 0)
    await mailLowQuota(db())
    expect(await mine()).toHaveLength(1)
  })

  test('is not chosen at a number that would make it low from the start', async () => {
    await setUnits('ENGLISH', 1000)
    const at = (units: number) =>
      choose({ quotaAt: [{ inventoryId: cast.inventories.ENGLISH ?? '', units }] })
    const refused = await at(1000)
    expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['quotaAt.0.units']])
    expect((await at(999)).status).toBe(200)
    // A number that was chosen when its mail could come is no obstacle to other choices.
    await sql`UPDATE quotas SET purchased = 500 WHERE client_id = ${cast.anadolu}`.execute(db())
    expect((await at(999)).status).toBe(200)
    expect((await at(998)).status).toBe(400)
  })

  test('that is low while its number is chosen is no news, and sensitive tests never are', async () => {
    await setUnits('MYT', 1000)
    await setUnits('ENGLISH', 500)
    await setUnits('SCL90', 1)
    await choose({ quotaAt: [{ inventoryId: cast.inventories.ENGLISH ?? '', units: 600 }] })
    await mailLowQuota(db())
    expect((await mails()).filter(({ recipient }) => recipient === cast.manager.email)).toEqual([])
  })
})

test('overdue transfers are mailed at 08:00 to who wants that, each once, unless they are settled by then', async () => {
  await sql`UPDATE clients SET time_zone = 'Europe/Istanbul' WHERE id = ${cast.anadolu}`.execute(db())
  const [late, paid] = [
    await makeUnpaid(server, cast, cast.anadolu),
    await makeUnpaid(server, cast, cast.anadolu),
  ]
  await mails()
  await choose({ transfers: true })
  await since('transfers_until', '2026-06-01T05:00Z')
  await sql`UPDATE orders SET due_at = '2026-06-02T21:00Z' WHERE id IN (${late}, ${paid})`.execute(db())
  expect(await mailOverdueTransfers(db(), new Date('2026-06-03T04:59Z'))).toBe(0)
  expect(await mailOverdueTransfers(db(), new Date('2026-06-03T05:02Z'))).toBe(1)
  expect(await mailOverdueTransfers(db(), new Date('2026-06-04T05:02Z'))).toBe(0)
  await sql`UPDATE orders SET status = 'cancelled', cancelled_at = now() WHERE id = ${paid}`.execute(db())
  const [mail, ...others] = await mails()
  expect([mail?.subject, others]).toEqual(['Anadolu Gıda A.Ş.: a bank transfer is overdue', []])
})

describe('the link that stops mails', () => {
  async function mailed() {
    await choose({ finished: 'each' })
    await finish()
    await mailFinished(db(), later(2))
    const [mail] = await mails()
    const address = linkIn(mail)
    return { address, token: address.split('/').at(-1) ?? '' }
  }
  const open = (token: string) => request(server.url, openUnsubscribe, { body: { token } })

  test('works once it is pressed, for one kind of mails about one organisation', async () => {
    const { address, token } = await mailed()
    expect(address).toMatch(/\/unsubscribe\/finished-[\w-]{86}$/)
    expect((await open(token)).answer).toEqual({
      notification: 'finished',
      client: 'Anadolu Gıda A.Ş.',
      active: true,
    })
    expect(await chosen()).toMatchObject({ finished: 'each' })
    for (const times of [1, 2])
      expect([times, (await request(server.url, unsubscribe, { body: { token } })).status]).toEqual([
        times,
        204,
      ])
    expect((await open(token)).answer.active).toBe(false)
    expect(await chosen()).toMatchObject({ finished: 'off', quota: true, requests: true })
    const audited = await sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_entries
      WHERE action = 'notifications_changed' AND reason = 'link' AND subject_id = ${cast.manager.userId}`.execute(
      db(),
    )
    expect(audited.rows).toEqual([{ n: 1 }])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is posted to by mail programs as %s, also for a mail that is on its way', async (type, body) => {
    const { address } = await mailed()
    await finish('ENGLISH', later(4))
    expect(await mailFinished(db(), later(minutesBetweenMails + 3))).toBe(1)
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await chosen()).toMatchObject({ finished: 'off' })
    expect(await mails()).toEqual([])
  })

  test('opens nothing when it was changed', async () => {
    const { address, token } = await mailed()
    const forged = [
      token.replace('finished-', 'quota-'),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
      'x'.repeat(95),
    ]
    for (const one of forged) {
      expect((await open(one)).code).toBe('unsubscribe_invalid')
      expect((await request(server.url, unsubscribe, { body: { token: one } })).code).toBe(
        'unsubscribe_invalid',
      )
      const posted = await fetch(address.replace(token, one), { method: 'POST' })
      expect(posted.status).toBe(400)
    }
    expect(await chosen()).toMatchObject({ finished: 'each' })
  })
})

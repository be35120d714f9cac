import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/clients.ts'
import { invitePerson } from '#contract/invitations.ts'
import type { BodyIn } from '#contract/kit.ts'
import { forecastInvitation, inviteEmails } from '#contract/people.ts'
import { listQuotas } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

type Emails = BodyIn<typeof inviteEmails>['emails']
const asked = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })
const invite = (emails: Emails, inventoryIds: string[]) =>
  request(server.url, inviteEmails, { ...asked(), body: { emails, inventoryIds } })
const forecast = async (emails: Emails, inventoryIds: string[]) =>
  (await request(server.url, forecastInvitation, { ...asked(), body: { emails, inventoryIds } })).answer.map(
    ({ inventoryId, units }) => ({ inventoryId, units }),
  )
const left = async (inventoryId: string) =>
  (await request(server.url, listQuotas, asked())).answer.find((quota) => quota.inventory.id === inventoryId)
    ?.availableQuantity ?? 0

test('what an invitation will take is forecast to the unit, and the forecast takes nothing', async () => {
  const [english, profile] = [inventory(cast, 'ENGLISH'), inventory(cast, 'MYT')]
  await invite(
    [
      'waits@forecast.test',
      { name: 'Numarali Kisi', staffNumber: 'F-1' },
      { name: 'Telefonlu Kisi', phone: '0532 765 43 21' },
    ],
    [english],
  )
  await invite(['here@forecast.test'], [])
  const list: Emails = [
    'WAITS@forecast.test',
    'waits@forecast.test',
    'here@forecast.test',
    'new@forecast.test',
    'no address',
    { name: 'N. Kisi', staffNumber: 'F-1' },
    { name: 'Telefonlu KİŞİ', phone: '+90 532 765 43 21' },
    { name: 'Telefonlu Baska', phone: '0532 765 43 21' },
    // A number that is somebody else's, and a manager: both are refused when it comes to it.
    { email: 'taken@forecast.test', name: 'Alinmis Numara', staffNumber: 'F-1' },
    cast.manager.email,
  ]
  const before = [await left(english), await left(profile)]
  const units = await forecast(list, [profile, english])
  expect([await left(english), await left(profile)]).toEqual(before)

  const { answer } = await invite(list, [english, profile])
  expect([answer.created.length, answer.existing.length, answer.failed.length]).toEqual([2, 4, 4])
  const spent = [(before[0] ?? 0) - (await left(english)), (before[1] ?? 0) - (await left(profile))]
  expect(units).toEqual([
    { inventoryId: profile, units: spent[1] },
    { inventoryId: english, units: spent[0] },
  ])
  expect(spent[0]).toBeLessThan(spent[1] ?? 0)
})

test('one person under two names of a list counts once', async () => {
  const english = inventory(cast, 'ENGLISH')
  await invite([{ email: 'both@forecast.test', name: 'Iki Yol', staffNumber: 'F-2' }], [])
  const list: Emails = ['both@forecast.test', { name: 'Iki Yol', staffNumber: 'F-2' }]
  const before = await left(english)
  const units = await forecast(list, [english])
  await invite(list, [english])
  expect(units).toEqual([{ inventoryId: english, units: before - (await left(english)) }])
})

test('a deactivated member gets nothing and costs nothing, however they are named, and the row says why', async () => {
  const { db } = server.database
  const english = inventory(cast, 'ENGLISH')
  await invite(
    [
      'shut@forecast.test',
      { email: 'shut-too@forecast.test', name: 'Kapali Iki' },
      { name: 'Kapali Numara', staffNumber: 'F-9' },
      { name: 'Kapali Telefon', phone: '0532 999 88 77' },
    ],
    [],
  )
  // Somebody new to this client, which does not learn that there is an account.
  await addUser(db, { email: 'shut-elsewhere@forecast.test' })
  await sql`UPDATE users SET deactivated_at = now() WHERE email LIKE 'shut%@forecast.test' OR name LIKE 'Kapali %'`.execute(
    db,
  )
  const list: Emails = [
    'shut@forecast.test',
    'shut-elsewhere@forecast.test',
    { name: 'Kapali Numara', staffNumber: 'F-9' },
    { name: 'Kapali Telefon', phone: '0532 999 88 77' },
    'open@forecast.test',
  ]
  const before = await left(english)
  expect(await forecast(list, [english])).toEqual([{ inventoryId: english, units: 2 }])
  const { answer } = await invite(list, [english])
  const created = answer.created.map(({ email }) => email)
  expect(created).toEqual(['shut-elsewhere@forecast.test', 'open@forecast.test'])
  expect(answer.existing).toEqual([])
  expect(answer.failed.map(({ row, reason }) => [row, reason])).toEqual(
    [0, 2, 3].map((row) => [row, 'deactivated']),
  )
  expect(before - (await left(english))).toBe(2)
  const inviteOne = async (email: string) =>
    (
      await request(server.url, invitePerson, {
        ...asked(),
        body: { name: 'Kapali Biri', email, inventoryIds: [english] },
      })
    ).answer
  const refused = { outcome: 'failed', reason: 'deactivated', membershipId: null }
  expect(await inviteOne('shut@forecast.test')).toMatchObject(refused)
  expect(await inviteOne('shut-elsewhere@forecast.test')).toMatchObject({ outcome: 'existing' })
  expect(before - (await left(english))).toBe(2)
  const opened = await request(server.url, createClient, {
    token: cast.admin.token,
    body: {
      name: 'Kapali Yonetici Ltd.',
      email: 'info@forecast.test',
      phone: '0212 000 00 00',
      managerName: 'Kapali Yonetici',
      managerEmail: 'shut@forecast.test',
      managerPhone: '0532 000 00 00',
    },
  })
  expect([opened.status, Object.keys(Object(opened.json).message)]).toEqual([400, ['managerEmail']])
})

test('a test that does not exist is refused', async () => {
  const body = { emails: ['a@forecast.test'], inventoryIds: [cast.anadolu] }
  expect((await request(server.url, forecastInvitation, { ...asked(), body })).status).toBe(400)
})

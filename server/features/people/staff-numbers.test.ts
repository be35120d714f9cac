import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitePerson } from '#contract/invitations.ts'
import type { BodyIn } from '#contract/kit.ts'
import { updatePerson } from '#contract/memberships.ts'
import { forecastInvitation, inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const asked = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })
const invite = (body: BodyIn<typeof invitePerson>) =>
  request(server.url, invitePerson, { ...asked(), body }).then(({ answer }) => answer)
const change = (membershipId: string | null | undefined, body: BodyIn<typeof updatePerson>) =>
  request(server.url, updatePerson, {
    ...asked(),
    params: { clientId: cast.anadolu, membershipId: membershipId ?? '' },
    body,
  })

test('one number in any spelling is one person', async () => {
  const first = await invite({ name: 'Sıdıka İnce', staffNumber: 'SIC-77' })
  for (const staffNumber of [' sic-77 ', 'SİC-77', 'sıc-77'])
    expect(await invite({ name: 'S. İnce', staffNumber })).toMatchObject({
      outcome: 'existing',
      userId: first.userId,
    })
  const spaced = await invite({ name: 'Ara Boşluk', staffNumber: 'D  1' })
  expect((await invite({ name: 'Ara Boşluk', staffNumber: 'd 1' })).userId).toBe(spaced.userId)

  const emails = [
    { name: 'S. İnce', staffNumber: 'Sic-77' },
    { name: 'Sıdıka', staffNumber: 'sic-77' },
    { name: 'Yeni Biri', email: 'new@number.test', staffNumber: 'sıc-77' },
  ]
  const list = await request(server.url, inviteEmails, { ...asked(), body: { emails, inventoryIds: [] } })
  expect(list.answer.created).toEqual([])
  expect(list.answer.existing).toMatchObject([{ row: 0, userId: first.userId }])
  expect(list.answer.failed.map(({ row, reason }) => [row, reason])).toEqual([
    [1, 'duplicate'],
    [2, 'duplicate'],
  ])
  const taken = await request(server.url, inviteEmails, {
    ...asked(),
    body: { emails: emails.slice(2), inventoryIds: [] },
  })
  expect(taken.answer.failed).toMatchObject([{ reason: 'staff_number_taken' }])
  const english = inventory(cast, 'ENGLISH')
  const units = await request(server.url, forecastInvitation, {
    ...asked(),
    body: { emails: emails.slice(0, 2), inventoryIds: [english] },
  })
  expect(units.answer).toMatchObject([{ inventoryId: english, units: 1 }])
})

test("an edit refuses another spelling of somebody's number, but one's own may be respelled", async () => {
  const own = await invite({ name: 'İlk Sahip', staffNumber: 'İş-5' })
  const other = await invite({ name: 'Öteki Kişi', staffNumber: 'IS-6' })
  const refused = await change(other.membershipId, { staffNumber: 'iş-5' })
  expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['staffNumber']])
  expect((await change(own.membershipId, { staffNumber: 'IŞ-5' })).answer.staffNumber).toBe('IŞ-5')
})

test('members who share a number in two spellings stay two, and each can be changed', async () => {
  const { db } = server.database
  const people = []
  for (const at of [1, 2, 3]) people.push(await invite({ name: 'İkiz', staffNumber: `Twin ${at}` }))
  const spellings = ['TWIN-1', 'twin-1', 'Twın-1']
  for (const [at, staffNumber] of spellings.entries())
    await sql`UPDATE memberships SET staff_number = ${staffNumber}, staff_number_twin = ${at}
      WHERE id = ${people[at]?.membershipId}`.execute(db)

  // A list finds each member by the exact spelling, and the oldest by any other spelling.
  for (const [staffNumber, userId] of [
    ['twin-1', people[1]?.userId],
    ['TWİN-1', people[0]?.userId],
  ])
    expect(await invite({ name: 'İkiz', staffNumber: staffNumber ?? '' })).toMatchObject({
      outcome: 'existing',
      userId,
    })
  const twin = people[1]?.membershipId
  expect((await change(twin, { group: 'Depo' })).answer.group).toBe('Depo')
  expect((await change(twin, { staffNumber: 'tWIN-1' })).status).toBe(400)
  expect((await change(twin, { staffNumber: 'TWIN-2' })).status).toBe(200)
  expect((await invite({ name: 'İkiz', staffNumber: 'twin-2' })).membershipId).toBe(twin)
})

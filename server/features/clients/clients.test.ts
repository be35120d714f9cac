import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { signUp, usersMe } from '#contract/auth.ts'
import { applyForClient, getBilling, updateBilling } from '#contract/billing.ts'
import { getClient, listClients, updateClient } from '#contract/clients.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { companyBilling, personBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE throttles, demo_mails`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const password = 'yedi~tane~kiraz'
async function newPerson() {
  const email = `${newId()}@example.test`
  const body = { fullName: 'Ada Deniz', email, password, confirmPassword: password }
  const { answer } = await request(server.url, signUp, { body, headers: { 'accept-language': 'en' } })
  return { token: answer.token, id: answer.user.id, email }
}
const application = {
  name: 'Deniz Plastik',
  email: 'ik@deniz.example',
  phone: '0232 555 00 00',
  billing: companyBilling,
}
const apply = (token: string, body: object = {}) =>
  request(server.url, applyForClient, {
    token,
    body: { ...application, ...body },
    headers: { 'accept-language': 'en' },
  })
const put = (token: string, clientId: string, body: object) =>
  request(server.url, updateClient, { token, params: { clientId }, body })
const invite = (token: string, clientId: string) =>
  request(server.url, inviteEmails, {
    token,
    params: { clientId },
    body: { emails: ['deniz@example.test'], inventoryIds: [inventory(cast, 'ENGLISH')] },
  })
const fieldsOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)
const audit = async (query: { client: string }) => {
  const { answer } = await request(server.url, listAudit, { token: cast.superuser.token, query })
  return answer.results.map(({ action, actor, details }) => ({ action, by: actor?.id, details })).reverse()
}

describe('the company form', () => {
  test('makes somebody who signed up the manager of a pending client, with its billing identity', async () => {
    const person = await newPerson()
    const { status, answer } = await apply(person.token)
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      name: 'Deniz Plastik',
      email: 'ik@deniz.example',
      status: 'pending',
      role: 'manager',
      managerName: 'Ada Deniz',
      managerEmail: person.email,
      managerEmailVerified: false,
      quota: 0,
    })
    const me = await request(server.url, usersMe, { token: person.token })
    expect(me.answer).toMatchObject({ authority: ['manager'], company: 'Deniz Plastik' })
    const params = { clientId: answer.id }
    const stored = await request(server.url, getBilling, { token: person.token, params })
    expect(stored.answer.billing).toEqual({ ...companyBilling, name: '', surname: '', identityNumber: '' })
    expect(await audit({ client: answer.id })).toEqual([
      { action: 'client_created', by: person.id, details: { status: 'pending' } },
      { action: 'billing_changed', by: person.id, details: { kind: 'company' } },
    ])
  })

  test('is mailed to every operator once, in their language, while the client is pending', async () => {
    const { db } = server.database
    const person = await newPerson()
    const turkish = `${newId()}@example.test`
    const [root, former] = [await addUser(db, { email: turkish, locale: 'tr' }), await addUser(db)]
    const operators = db.updateTable('users').set({ authority: ['admin'] })
    await operators.where('id', 'in', [root, former]).execute()
    await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', former).execute()
    const { answer } = await apply(person.token, { name: 'Yosun Kimya' })
    expect((await apply(person.token, { name: 'Yosun Kimya' })).code).toBe('application_pending')
    await server.runJobs()
    const mails = await db
      .selectFrom('demo_mails')
      .select(['recipient', 'subject', 'text', 'links'])
      .where('kind', '=', 'application_received')
      .where('subject', 'like', '%Yosun Kimya')
      .orderBy('recipient')
      .execute()
    const told = mails.map(({ recipient, subject }) => [recipient, subject])
    expect(told).toEqual(
      [
        [turkish, 'Yeni kurum başvurusu: Yosun Kimya'],
        [cast.admin.email, 'New organisation application: Yosun Kimya'],
        [cast.superuser.email, 'New organisation application: Yosun Kimya'],
      ].sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    )
    const mail = mails.find(({ recipient }) => recipient === cast.admin.email)
    expect(mail?.links).toEqual([`${server.url}/admin/clients/${answer.id}`])
    expect(mail?.text).toContain(`Ada Deniz, ${person.email}`)
    expect(mail?.text).toContain('ik@deniz.example, 0232 555 00 00')

    const late = await newPerson()
    const decidedOn = await apply(late.token, { name: 'Geçmiş Kimya' })
    await put(cast.admin.token, decidedOn.answer.id, { status: 'suspended' })
    await server.runJobs()
    const decided = db.selectFrom('demo_mails').select('kind').where('subject', 'like', '%Geçmiş Kimya')
    expect(await decided.execute()).toEqual([])
  })

  test('leaves one client waiting for each person, however often it is sent', async () => {
    const { token } = await newPerson()
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const again = await apply(token)
    expect([again.code, Object(again.json).message]).toEqual([
      'application_pending',
      'You’ve already applied for an organisation. We’re reviewing it.',
    ])
    const { answer } = await request(server.url, listClients, { token })
    expect(answer.count).toBe(1)
  })

  test('can be used again once the first client is decided on, and not without end', async () => {
    const { token } = await newPerson()
    for (const status of ['active', 'suspended'] as const) {
      const { answer } = await apply(token)
      await put(cast.admin.token, answer.id, { status })
    }
    for (let more = 0; more < 8; more += 1) await apply(token)
    const tooMany = await apply(token)
    expect(tooMany.code).toBe('too_many_requests')
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is refused with its fields named, and then leaves nothing behind', async () => {
    const { token } = await newPerson()
    const wrong = await apply(token, { name: 'x', billing: { ...companyBilling, taxNumber: '4540536921' } })
    expect([wrong.status, fieldsOf(wrong).sort()]).toEqual([400, ['billing.taxNumber', 'name']])
    expect(Object(wrong.json).message['billing.taxNumber']).toEqual([
      'This tax number isn’t valid. It needs 10 digits.',
    ])
    expect((await request(server.url, usersMe, { token })).answer.authority).toEqual(['participant'])
  })
})

describe('a billing identity', () => {
  const set = (body: object, who = cast.manager) =>
    request(server.url, updateBilling, {
      token: who.token,
      params: { clientId: cast.anadolu },
      body: body as typeof companyBilling,
    })

  test('is empty at first, and then what was set last', async () => {
    const read = () =>
      request(server.url, getBilling, { token: cast.manager.token, params: { clientId: cast.anadolu } })
    expect((await read()).answer).toEqual({ billing: null, updatedAt: null })
    expect((await set(companyBilling)).answer.billing).toMatchObject(companyBilling)
    expect((await set({ ...personBilling, identityNumber: '172 917 16060' }, cast.admin)).status).toBe(200)
    const none = { title: '', taxOffice: '', taxNumber: '' }
    expect((await read()).answer.billing).toEqual({ ...none, ...personBilling })
    const kinds = (await audit({ client: cast.anadolu })).filter(({ action }) => action === 'billing_changed')
    expect(kinds.map(({ by, details }) => [by, details])).toEqual([
      [cast.manager.userId, { kind: 'company' }],
      [cast.admin.userId, { kind: 'person' }],
    ])
  })

  test.each([
    ['neither number', { ...companyBilling, taxNumber: '' }, ['taxNumber']],
    ['both numbers', { ...companyBilling, ...personBilling }, ['identityNumber']],
    [
      'a company without title and tax office',
      { ...companyBilling, title: ' ', taxOffice: '' },
      ['taxOffice', 'title'],
    ],
    ['a person without a name', { ...personBilling, surname: '' }, ['surname']],
    ['a wrong check digit', { ...personBilling, identityNumber: '17291716050' }, ['identityNumber']],
    ['a field nobody knows', { ...companyBilling, iban: 'TR00' }, ['iban']],
  ])('with %s is refused by field', async (_, body, fields) => {
    const refused = await set(body)
    expect([refused.status, fieldsOf(refused).sort()]).toEqual([400, fields])
  })
})

describe('a client', () => {
  test('that is pending or suspended spends nothing; activating it mails its manager and is audited', async () => {
    const person = await newPerson()
    const clientId = (await apply(person.token)).answer.id
    const quota = { inventoryId: inventory(cast, 'ENGLISH'), quantity: 5 }
    await request(server.url, addQuota, { token: cast.admin.token, params: { clientId }, body: quota })
    expect((await invite(person.token, clientId)).code).toBe('client_not_active')
    expect((await put(person.token, clientId, { status: 'active' })).status).toBe(400)

    expect((await put(cast.admin.token, clientId, { status: 'active' })).answer.status).toBe('active')
    expect((await invite(person.token, clientId)).answer.created).toHaveLength(1)
    await server.runJobs()
    const mails = await server.database.db
      .selectFrom('demo_mails')
      .select(['subject', 'links'])
      .where('recipient', '=', person.email)
      .where('kind', '=', 'client_activated')
      .execute()
    expect(mails).toEqual([
      {
        subject: 'Your organisation is active on Terazi',
        links: [`${server.url}/manager/dashboard?forClient=${clientId}`],
      },
    ])

    await put(cast.superuser.token, clientId, { status: 'suspended', reason: 'Fatura ödenmedi' })
    expect((await invite(person.token, clientId)).code).toBe('client_not_active')
    const changes = (await audit({ client: clientId })).filter(
      ({ action }) => action === 'client_status_changed',
    )
    expect(changes).toEqual([
      { action: 'client_status_changed', by: cast.admin.userId, details: { from: 'pending', to: 'active' } },
      {
        action: 'client_status_changed',
        by: cast.superuser.userId,
        details: { from: 'active', to: 'suspended', note: 'Fatura ödenmedi' },
      },
    ])
  })

  test('SR-28: is changed by its manager in name, address and phone, by an admin also in its time zone', async () => {
    const { token } = cast.otherManager
    const params = { clientId: cast.ege }
    const words = { name: 'Ege Lojistik A.Ş.', email: 'yeni@ege.example', phone: '0232 111 22 33' }
    expect((await put(token, cast.ege, words)).answer).toMatchObject({
      ...words,
      status: 'active',
      defaultDueDays: 14,
    })
    expect((await put(token, cast.ege, { defaultDueDays: 21 })).answer.defaultDueDays).toBe(21)
    for (const defaultDueDays of [0, 366, 1.5])
      expect(fieldsOf(await put(token, cast.ege, { defaultDueDays }))).toEqual(['defaultDueDays'])
    for (const field of [{ status: 'active' }, { reason: 'x' }, { timeZone: 'Europe/Istanbul' }])
      expect(fieldsOf(await put(token, cast.ege, field))).toEqual(Object.keys(field))
    await put(cast.admin.token, cast.ege, { timeZone: 'Europe/Berlin', name: words.name })
    const { answer } = await request(server.url, getClient, { token, params })
    expect(answer).toMatchObject({ ...words, timeZone: 'Europe/Berlin' })
    expect(await audit({ client: cast.ege })).toEqual([
      {
        action: 'client_changed',
        by: cast.otherManager.userId,
        details: { fields: ['name', 'email', 'phone'], name: 'Ege Lojistik' },
      },
      {
        action: 'client_changed',
        by: cast.otherManager.userId,
        details: { fields: ['default_due_days'] },
      },
      { action: 'client_changed', by: cast.admin.userId, details: { fields: ['time_zone'] } },
    ])
  })

  test('goes back to waiting for nobody', async () => {
    expect(fieldsOf(await put(cast.admin.token, cast.ege, { status: 'pending' }))).toEqual(['status'])
  })

  test('that waits is found by its status', async () => {
    const person = await newPerson()
    const clientId = (await apply(person.token, { name: 'Bekleyen Kimya' })).answer.id
    const find = async (status: 'pending' | 'active') => {
      const query = { status, search: 'Bekleyen Kimya' }
      const { answer } = await request(server.url, listClients, { token: cast.admin.token, query })
      return answer.results.map(({ id }) => id)
    }
    expect(await find('pending')).toEqual([clientId])
    expect(await find('active')).toEqual([])
  })
})

test('clients are in the order of the Turkish alphabet, and are found without its special letters', async () => {
  for (const name of [
    'Zafer Ambalaj',
    'İnci Gıda',
    'Ilgaz Gıda',
    'Doğu Ambalaj',
    'Çınar Ambalaj',
    'Cem Ambalaj',
  ])
    await apply((await newPerson()).token, { name })
  const find = async (search: string) => {
    const query = { search, ordering: 'name' as const }
    const { answer } = await request(server.url, listClients, { token: cast.admin.token, query })
    return answer.results.map(({ name }) => name)
  }
  expect(await find('ambalaj')).toEqual(['Cem Ambalaj', 'Çınar Ambalaj', 'Doğu Ambalaj', 'Zafer Ambalaj'])
  expect(await find('gida')).toEqual(['Anadolu Gıda A.Ş.', 'Ilgaz Gıda', 'İnci Gıda'])
  expect(await find('CINAR')).toEqual(['Çınar Ambalaj'])
})

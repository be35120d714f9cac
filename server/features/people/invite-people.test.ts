import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMagicLink } from '#contract/auth.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import type { BodyIn } from '#contract/kit.ts'
import { getPerson, listGroups, movePeople, updatePerson } from '#contract/memberships.ts'
import {
  findOtherNames,
  getInvitationJob,
  invitationJob,
  inviteEmails,
  listCandidates,
  listEmployees,
  listInvitationJobs,
} from '#contract/people.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { makeJobsDue, waitingJobs } from '#test/support/jobs.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { importInvitationList } from './jobs.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const asked = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })
const invite = (body: Partial<BodyIn<typeof inviteEmails>>, headers: Record<string, string> = {}) =>
  request(server.url, inviteEmails, { ...asked(), body: { emails: [], inventoryIds: [], ...body }, headers })
const inviteOne = (body: BodyIn<typeof invitePerson>, headers: Record<string, string> = {}) =>
  request(server.url, invitePerson, { ...asked(), body, headers })
type Rows = BodyIn<typeof inviteEmails>['emails']
const open = (link: string) => {
  const [uid = '', token = ''] = new URL(link).pathname.split('/').slice(2)
  return request(server.url, openMagicLink, { params: { uid, token } })
}

test('a row that names a member otherwise says so, also under its key again; a name made from an address is none', async () => {
  await invite({ emails: [{ email: 'ad@names.test', name: 'Ayşe Demir' }, 'adsiz@names.test'] })
  await invite({ emails: [{ staffNumber: 'N-1', name: 'Numaralı Kişi' }] })
  const body: Partial<BodyIn<typeof inviteEmails>> = {
    emails: [
      { email: 'ad@names.test', name: 'Veli Demir' },
      { email: 'adsiz@names.test', name: 'Adı Belli' },
      { staffNumber: 'N-1', name: 'KİŞİ NUMARALI' },
    ],
  }
  const key = { 'idempotency-key': 'other-names' }
  for (const { answer } of [await invite(body, key), await invite(body, key)])
    expect(answer.existing.map(({ row, otherName = false }) => [row, otherName])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ])
  const same = await invite({ emails: ['ad@names.test'] })
  expect(same.answer.existing.map(({ otherName }) => otherName)).toEqual([undefined])
  // The name that this client has counts, not the name of the account.
  await sql`UPDATE users SET name = 'Başka Ad' WHERE email = 'ad@names.test'`.execute(server.database.db)
  const known = await invite({ emails: [{ email: 'ad@names.test', name: 'Demir Ayşe' }] })
  expect(known.answer.existing.map(({ otherName }) => otherName)).toEqual([undefined])
})

test('a single invitation that names a member otherwise says so, also under its key again', async () => {
  await inviteOne({ name: 'Elif Su', email: 'elif@one.test', staffNumber: 'ONE-1' })
  const key = { 'idempotency-key': 'one-other-name' }
  const named = (name: string, by: { email?: string; staffNumber?: string }) =>
    inviteOne({ name, ...by }, key)
  for (const { answer } of [
    await named('Nil Su', { email: 'ELIF@one.test' }),
    await named('Nil Su', { email: 'ELIF@one.test' }),
    await inviteOne({ name: 'Nil Su', staffNumber: 'one-1' }),
  ])
    expect(answer).toMatchObject({ outcome: 'existing', otherName: true })
  expect((await inviteOne({ name: 'SU ELİF', email: 'elif@one.test' })).answer).not.toHaveProperty(
    'otherName',
  )
  expect((await inviteOne({ name: 'Yeni Biri', email: 'yeni@one.test' })).answer).not.toHaveProperty(
    'otherName',
  )
})

describe('names that this client has otherwise', () => {
  const found = async (emails: Rows, role?: 'employee' | 'manager') =>
    (await request(server.url, findOtherNames, { ...asked(), body: { emails, ...(role && { role }) } }))
      .answer

  test('are found before anyone is invited: by address and by staff number', async () => {
    await inviteOne({ name: 'Derya Ak', email: 'derya@other.test', staffNumber: 'OTH-1' })
    await inviteOne({ name: 'Fidan Ak', phone: '0532 444 55 66' })
    await invite({ emails: ['adsiz@other.test'] })
    const rows: Rows = [
      { email: 'derya@other.test', name: 'AK DERYA' },
      'DERYA@other.test Deniz Ak',
      { staffNumber: 'oth-1', name: 'D. Ak' },
      'derya@other.test',
      { email: 'adsiz@other.test', name: 'Adı Belli' },
      { phone: '0532 444 55 66', name: 'Başka Biri' },
      { email: 'new@other.test', name: 'Yeni Biri' },
      { email: 'no address', name: 'Kimse Değil' },
      { email: cast.manager.email, name: 'Başka Yönetici' },
    ]
    const alone = await Promise.all(rows.map((row) => found([row])))
    const name = 'Derya Ak'
    expect(alone).toEqual([[], [{ row: 0, name }], [{ row: 0, name }], [], [], [], [], [], []])
    expect(await found(rows.slice(1))).toEqual([
      { row: 0, name },
      { row: 1, name },
    ])
    expect(await found([{ email: 'derya@other.test', name: 'Deniz Ak' }], 'manager')).toEqual([])
    expect(await found([{ email: cast.manager.email, name: 'Başka Yönetici' }], 'manager')).toHaveLength(1)
  })

  test('are those of its own live memberships, never of accounts or of another client', async () => {
    const theirs = { token: cast.otherManager.token, params: { clientId: cast.ege } }
    const email = 'elsewhere@other.test'
    await request(server.url, invitePerson, { ...theirs, body: { name: 'Gizli Ad', email } })
    expect(await found([{ email, name: 'Deneme Ad' }])).toEqual([])
    const { answer } = await inviteOne({ name: 'Bizdeki Ad', email })
    expect(await found([{ email, name: 'Deneme Ad' }])).toEqual([{ row: 0, name: 'Bizdeki Ad' }])
    await sql`UPDATE memberships SET removed_at = now() WHERE id = ${answer.membershipId}`.execute(
      server.database.db,
    )
    expect(await found([{ email, name: 'Deneme Ad' }])).toEqual([])
  })

  test('are looked up for a list of the greatest length at once', async () => {
    await invite({
      emails: Array.from({ length: 50 }, (_, at) => ({ email: `l${at}@long.test`, name: `Eski Ad ${at}` })),
    })
    const emails = Array.from({ length: 10_000 }, (_, at) => ({ email: `l${at}@long.test`, name: 'Yeni Ad' }))
    expect(await found(emails)).toHaveLength(50)
  })
})

describe('somebody without an address', () => {
  test('is invited by staff number, gets a link to hand over and no mail, and takes the test with it', async () => {
    const before = (await waitingJobs(server.database.db)).length
    const body = {
      name: 'Hasan Usta',
      staffNumber: '4711',
      phone: '0532 111 22 33',
      role: 'employee' as const,
    }
    const { answer } = await inviteOne({ ...body, inventoryIds: [inventory(cast, 'ENGLISH')] })
    expect(answer).toMatchObject({ outcome: 'created', reason: null })
    expect((await waitingJobs(server.database.db)).length).toBe(before)
    const opened = await open(answer.link?.url ?? '')
    expect(opened.answer.user.name).toBe('Hasan Usta')
    const list = await request(server.url, listEmployees, { ...asked(), query: { search: '4711' } })
    expect(list.answer.results).toMatchObject([
      { staffNumber: '4711', email: '', assignments: { pending: 1 } },
    ])
  })

  test('is the same person by staff number, and by telephone and name', async () => {
    const first = await inviteOne({ name: 'Ali Can', phone: '0533 222 33 44' })
    const again = await inviteOne({ name: 'ALİ CAN', phone: '+90 (533) 222-33-44' })
    expect([again.answer.outcome, again.answer.userId]).toEqual(['existing', first.answer.userId])
    // A family's telephone.
    expect((await inviteOne({ name: 'Ayşe Can', phone: '0533 222 33 44' })).answer.outcome).toBe('created')
    const numbered = await inviteOne({ name: 'Veli Can', staffNumber: 'S-1' })
    expect((await inviteOne({ name: 'V. Can', staffNumber: 'S-1' })).answer.userId).toBe(
      numbered.answer.userId,
    )
    // The number of one plant says nothing in another.
    const elsewhere = await request(server.url, invitePerson, {
      token: cast.otherManager.token,
      params: { clientId: cast.ege },
      body: { name: 'Veli Can', staffNumber: 'S-1' },
    })
    expect(elsewhere.answer).toMatchObject({ outcome: 'created' })
    expect(elsewhere.answer.userId).not.toBe(numbered.answer.userId)
  })

  test('needs a telephone or a number, and is never a manager', async () => {
    const nothing = await inviteOne({ name: 'Nobody' })
    expect([nothing.status, Object.keys(Object(nothing.json).message)]).toEqual([400, ['email']])
    const manager = await request(server.url, invitePerson, {
      ...asked(),
      token: cast.admin.token,
      body: { name: 'Boss', phone: '0532 999 88 77', role: 'manager' },
    })
    expect(manager.status).toBe(400)
    expect((await inviteOne({ name: 'Boss', email: 'b@example.test', role: 'manager' })).code).toBe(
      'forbidden',
    )
  })

  test('of a repeated call is invited once, and the link is in no table', async () => {
    const body = { name: 'Bir Kere', staffNumber: 'K-1' }
    const [one, two] = [
      await inviteOne(body, { 'idempotency-key': 'one' }),
      await inviteOne(body, { 'idempotency-key': 'one' }),
    ]
    expect(two.answer).toMatchObject({ outcome: 'created', userId: one.answer.userId })
    const secret = new URL(one.answer.link?.url ?? '').pathname.split('/').at(-1) ?? ''
    const { rows } = await sql<{ stored: string }>`
      SELECT coalesce(string_agg(answer::text, ''), '') AS stored FROM idempotency_keys`.execute(
      server.database.db,
    )
    expect(secret.length).toBeGreaterThan(30)
    expect(rows[0]?.stored).not.toContain(secret)
    for (const { answer } of [one, two]) expect((await open(answer.link?.url ?? '')).status).toBe(200)
  })
})

describe('a list of workers', () => {
  test('takes rows with and without addresses, each into exactly one list', async () => {
    await inviteOne({ name: 'Eski İşçi', staffNumber: 'L-1' })
    await inviteOne({ name: 'Başkası', staffNumber: 'L-0' })
    const email = `${newId()}@example.test`
    const { answer } = await invite({
      role: 'employee',
      emails: [
        { name: 'Yeni İşçi', staffNumber: 'L-2', group: 'Depo' },
        { name: 'Eski İşçi', staffNumber: 'L-1' },
        { name: 'Adresli', email, staffNumber: 'L-3' },
        { name: 'Yine Yeni', staffNumber: 'L-2' },
        { name: 'Numarasız' },
        { staffNumber: 'L-5' },
        { name: 'Uzun', staffNumber: 'x'.repeat(51) },
        { name: 'Alan', email: `${newId()}@example.test`, staffNumber: 'L-0' },
        { name: 'Telefonlu', phone: '0544 000 11 22' },
        { name: 'Adresli', email, staffNumber: 'L-9' },
      ],
    })
    const rows = (list: { row: number }[]) => list.map(({ row }) => row)
    expect(rows(answer.created)).toEqual([0, 2, 8])
    expect(rows(answer.existing)).toEqual([1])
    expect(answer.failed.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'duplicate'],
      [4, 'invalid_email'],
      [5, 'invalid_name'],
      [6, 'invalid_staff_number'],
      [7, 'staff_number_taken'],
      [9, 'duplicate'],
    ])
  })
})

describe('a list that is imported in the background', () => {
  const later = { prefer: 'respond-async' }
  const follow = (jobId: string) =>
    request(server.url, getInvitationJob, { ...asked(), params: { clientId: cast.anadolu, jobId } })

  test('says how many tests were given, and how many were pending already', async () => {
    const inventoryIds = [inventory(cast, 'ENGLISH'), inventory(cast, 'MYT')]
    const twice = [{ email: 'tests@count.test', name: 'Iki Yol', staffNumber: 'C-1' }]
    const first = await invite({ emails: ['here@count.test'], inventoryIds: inventoryIds.slice(0, 1) })
    expect(first.answer.tests).toEqual({ created: 1, waiting: 0 })
    const key = { 'idempotency-key': newId() }
    // The second row is the first person again, who gets nothing twice and was not waiting either.
    const emails = ['here@count.test', ...twice, { name: 'Iki Yol', staffNumber: 'C-1' }]
    const second = await invite({ emails, inventoryIds }, key)
    expect(second.answer.tests).toEqual({ created: 3, waiting: 1 })
    expect((await invite({ emails, inventoryIds }, key)).answer.tests).toEqual(second.answer.tests)
    const third = await invite({ emails, inventoryIds })
    expect(third.answer.tests).toEqual({ created: 0, waiting: 4 })
    expect((await invite({ emails: ['none@count.test'] })).answer.tests).toEqual({ created: 0, waiting: 0 })
  })

  test('answers 202 with a job, and gives its result to a later call', async () => {
    const emails = Array.from({ length: 2500 }, (_, at) => ({ name: `Kişi ${at}`, staffNumber: `J-${at}` }))
    const accepted = await invite(
      { emails: [...emails, 'broken@'], inventoryIds: [] },
      { ...later, 'idempotency-key': 'l' },
    )
    const job = invitationJob.parse(accepted.json)
    expect([accepted.status, job.status, job.total, job.done]).toEqual([202, 'waiting', 2501, 0])
    const again = await invite(
      { emails: [...emails, 'broken@'], inventoryIds: [] },
      { ...later, 'idempotency-key': 'l' },
    )
    expect(invitationJob.parse(again.json).id).toBe(job.id)
    await server.runJobs()
    const { answer } = await follow(job.id)
    const counts = { created: 2500, existing: 0, failed: 1 }
    const createdBy = { id: cast.manager.userId }
    expect(answer).toMatchObject({ status: 'done', done: 2501, problem: null, counts, createdBy })
    const list = await request(server.url, listInvitationJobs, asked())
    expect(list.answer[0]).toMatchObject({ id: job.id, status: 'done', counts, createdBy })
    expect([answer.result?.created.length, answer.result?.failed.length]).toEqual([2500, 1])
    const other = { clientId: cast.ege, jobId: job.id }
    expect(
      (await request(server.url, getInvitationJob, { token: cast.otherManager.token, params: other })).code,
    ).toBe('not_found')
  })

  test('imports nobody when the quota is not enough, and says why', async () => {
    const emails = Array.from({ length: 1100 }, () => `${newId()}@example.test`)
    const accepted = await invite({ emails, inventoryIds: [inventory(cast, 'ENGLISH')] }, later)
    await server.runJobs()
    const { answer } = await follow(invitationJob.parse(accepted.json).id)
    expect(answer).toMatchObject({
      status: 'failed',
      done: 0,
      result: null,
      problem: { code: 'quota_exceeded' },
    })
    const found = await request(server.url, listCandidates, {
      ...asked(),
      query: { search: emails[0] ?? '' },
    })
    expect(found.answer.count).toBe(0)
  })

  test('that is given up after its last try is shown as failed', async () => {
    const { db } = server.database
    const accepted = await invite({ emails: [{ name: 'Son Deneme', staffNumber: 'G-1' }] }, later)
    const { id } = invitationJob.parse(accepted.json)
    await db.updateTable('invitation_jobs').set({ request: '{' }).where('id', '=', id).execute()
    for (let tries = 1; tries < importInvitationList.maxAttempts; tries += 1) {
      await makeJobsDue(db)
      await server.runJobs()
      expect((await follow(id)).answer.status).toBe('waiting')
    }
    await makeJobsDue(db)
    await server.runJobs()
    const { answer } = await follow(id)
    expect(answer).toMatchObject({ status: 'failed', result: null, problem: { code: 'internal_error' } })
    expect(answer.finishedAt).not.toBeNull()
    const list = await request(server.url, listInvitationJobs, asked())
    expect(list.answer.find((job) => job.id === id)?.status).toBe('failed')
  })

  test('is imported once, also when two servers run it', async () => {
    const accepted = await invite({ emails: [{ name: 'Tek Kişi', staffNumber: 'T-1' }] }, later)
    const { id } = invitationJob.parse(accepted.json)
    await server.runJobs()
    const { db } = server.database
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const deps = { db, log } as unknown as Parameters<typeof importInvitationList.run>[1]
    const current = {} as Parameters<typeof importInvitationList.run>[2]
    await importInvitationList.run({ clientId: cast.anadolu, id }, deps, current)
    expect((await follow(id)).answer.result?.created).toHaveLength(1)
  })
})

describe("a person's page", () => {
  const person = (membershipId: string) => ({ ...asked(), params: { clientId: cast.anadolu, membershipId } })

  test('shows them, takes changes, and makes links', async () => {
    const { answer } = await inviteOne({
      name: 'Deniz Ak',
      staffNumber: 'P-1',
      inventoryIds: [inventory(cast, 'SCL90')],
    })
    const membershipId = answer.membershipId ?? ''
    const changed = await request(server.url, updatePerson, {
      ...person(membershipId),
      body: {
        name: 'Deniz Akın',
        phone: '0505 000 00 01',
        group: 'Depo',
        role: 'employee',
        staffNumber: 'P-2',
      },
    })
    expect(changed.answer).toMatchObject({
      name: 'Deniz Akın',
      staffNumber: 'P-2',
      group: 'Depo',
      type: 'employee',
      assignments: { pending: 1 },
    })
    expect((await request(server.url, getPerson, person(membershipId))).answer).toEqual(changed.answer)
    const found = await request(server.url, listEmployees, { ...asked(), query: { search: 'akin P-2' } })
    expect(found.answer.results.map(({ name }) => name)).toEqual(['Deniz Akın'])

    const added = await request(server.url, makeInvitationLink, { ...person(membershipId), body: {} })
    expect((await open(answer.link?.url ?? '')).status).toBe(200)
    const replaced = await request(server.url, makeInvitationLink, {
      ...person(membershipId),
      body: { replace: true },
    })
    for (const old of [answer.link?.url ?? '', added.answer.url])
      expect((await open(old)).code).toBe('magic_link_invalid')
    expect((await open(replaced.answer.url)).status).toBe(200)
  })

  test('gets an address later, and with it the mail; not one that another person here has', async () => {
    const { answer } = await inviteOne({
      name: 'Adressiz',
      staffNumber: 'A-1',
      inventoryIds: [inventory(cast, 'ENGLISH')],
    })
    const at = person(answer.membershipId ?? '')
    const give = (email: string) => request(server.url, updatePerson, { ...at, body: { email } })
    const known = await give(cast.manager.email)
    expect([known.status, Object(known.json).message]).toEqual([
      400,
      { email: [expect.stringContaining('burada')] },
    ])
    const email = `later-${newId()}@example.test`
    expect((await give(email)).answer).toMatchObject({ email })
    // It is not the client's to change from now on.
    expect((await give('other@example.test')).status).toBe(400)
    await server.runJobs()
    const mails = await server.database.db
      .selectFrom('demo_mails')
      .select('kind')
      .where('recipient', '=', email)
      .execute()
    expect(mails).toEqual([{ kind: 'invitation' }])
    const found = await request(server.url, listCandidates, { ...asked(), query: { search: email } })
    expect(found.answer.count).toBe(1)
    const link = await request(server.url, makeInvitationLink, { ...at, body: {} })
    expect(link.answer).toMatchObject({ tests: 1, dueDate: null })
    for (const phone of ['0532', '0532 604 18', '+90 532', '12345678901234567890'])
      expect(
        Object.keys(
          Object((await request(server.url, updatePerson, { ...at, body: { phone } })).json).message,
        ),
      ).toEqual(['phone'])
  })

  test('refuses the number of another, and to take away all that a person is known by', async () => {
    await inviteOne({ name: 'Birinci', staffNumber: 'U-1' })
    const { answer } = await inviteOne({ name: 'İkinci', staffNumber: 'U-2' })
    const change = (body: BodyIn<typeof updatePerson>) =>
      request(server.url, updatePerson, { ...person(answer.membershipId ?? ''), body })
    for (const staffNumber of ['U-1', '']) {
      const refused = await change({ staffNumber })
      expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['staffNumber']])
    }
    const both = await Promise.all(['U-3', 'U-3'].map((staffNumber) => change({ staffNumber })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  test('is not a manager', async () => {
    const { id } = await server.database.db
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', cast.manager.userId)
      .executeTakeFirstOrThrow()
    expect((await request(server.url, updatePerson, { ...person(id), body: { name: 'X Y' } })).code).toBe(
      'not_found',
    )
    expect((await request(server.url, makeInvitationLink, { ...person(id), body: {} })).code).toBe(
      'not_found',
    )
  })
})

test('many move to a group at once, by name or by filter, and the groups say how many they are', async () => {
  const { answer } = await invite({
    role: 'employee',
    emails: [1, 2, 3].map((n) => ({ name: `Taşınan ${n}`, staffNumber: `M-${n}`, group: 'Eski' })),
  })
  const ids = answer.created.map(({ membershipId }) => membershipId)
  const move = (body: BodyIn<typeof movePeople>) => request(server.url, movePeople, { ...asked(), body })
  expect((await move({ membershipIds: ids.slice(0, 1), group: 'Yeni' })).answer).toEqual({ moved: 1 })
  expect((await move({ filter: { role: 'employee', search: 'taşınan' }, group: 'Yeni' })).answer).toEqual({
    moved: 3,
  })
  const groups = await request(server.url, listGroups, asked())
  expect(groups.answer.find(({ name }) => name === 'Yeni')).toEqual({
    name: 'Yeni',
    count: 3,
    candidates: 0,
    employees: 3,
  })
  expect(groups.answer.some(({ name }) => name === 'Eski')).toBe(false)
  expect((await move({ filter: { role: 'employee', search: 'kimse yok' }, group: 'Yeni' })).status).toBe(400)
  expect((await move({ group: 'Yeni' })).status).toBe(400)
})

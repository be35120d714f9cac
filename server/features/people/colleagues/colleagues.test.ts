import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments, resultsCsv } from '#contract/assignments.ts'
import { getClient, updateClient } from '#contract/clients.ts'
import { changeColleague, inviteManagers, listColleagues } from '#contract/colleagues.ts'
import { getClientDashboard } from '#contract/dashboards.ts'
import { enableInventory } from '#contract/enablements.ts'
import { listPersonMails } from '#contract/mail-history.ts'
import { listCandidates } from '#contract/people.ts'
import { removeManager } from '#contract/removals.ts'
import { getReport } from '#contract/reports.ts'
import { listRequests } from '#contract/requests.ts'
import { authorizeClient } from '#server/authority/client.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addMember, addReader, addUser } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { changeColleague as changeAccess, inviteColleague, removeColleague } from './colleagues.ts'
import { findColleague } from './queries.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const params = () => ({ clientId: cast.anadolu })
const session = (userId: string) => openSession(db(), { userId, invitationClientId: null, remembered: false })

type Invited = NonNullable<Sent<typeof inviteManagers>['body']>
let made = 0
const invite = (more: Partial<Invited> = {}, token = cast.manager.token) => {
  made += 1
  const body = { email: `colleague-${made}@example.test`, name: 'Bahar Ak', access: 'full' as const, ...more }
  return request(server.url, inviteManagers, { token, params: params(), body })
}
const change = (
  membershipId: string,
  body: NonNullable<Sent<typeof changeColleague>['body']>,
  token = cast.manager.token,
) => request(server.url, changeColleague, { token, params: { ...params(), membershipId }, body })
const listed = async () =>
  (
    await request(server.url, listColleagues, {
      token: cast.manager.token,
      params: params(),
      query: { page_size: '100' },
    })
  ).answer.results
const mailTo = (userId: string) => ({
  ...{ id: newId(), user_id: userId, job: newId(), kind: 'reminder', address: 'ada@example.test' },
  ...{ outcome: 'sent' as const, tries: 1 },
})
const asReader = async (groups: string[] | null) => {
  const userId = await addUser(db())
  await addReader(db(), cast.anadolu, userId, groups)
  return { userId, token: await session(userId) }
}

describe('inviting', () => {
  test('a manager invites a reader of one group, who gets a mail and is listed with the access', async () => {
    const email = 'okuyucu@example.test'
    const { status, answer } = await invite({ email, access: 'reader', groups: ['Depo', 'Depo'] })
    expect(status).toBe(201)
    await server.runJobs()
    const [mail, ...more] = await mailsTo(db(), email)
    expect([mail?.subject, more]).toEqual([
      'Anadolu Gıda A.Ş. sonuçlarını görmek için Terazi’ye davet edildiniz',
      [],
    ])
    const { name } = await db()
      .selectFrom('memberships')
      .select('name')
      .where('user_id', '=', cast.manager.userId)
      .where('client_id', '=', cast.anadolu)
      .executeTakeFirstOrThrow()
    for (const said of [new RegExp(`Davet eden +${name}`), /göreceğiniz grup +Depo/])
      expect(mail?.text).toMatch(said)
    expect((await listed()).find(({ membershipId }) => membershipId === answer.membershipId)).toMatchObject({
      name: 'Bahar Ak',
      email,
      access: 'reader',
      groups: ['Depo'],
    })
    const own = await request(server.url, getClient, {
      token: await session(answer.userId),
      params: params(),
    })
    expect(own.answer).toMatchObject({ access: 'reader', groups: ['Depo'], quota: 0, role: 'manager' })
    const { reason } = await db()
      .selectFrom('audit_entries')
      .select('reason')
      .where('subject_id', '=', answer.userId)
      .executeTakeFirstOrThrow()
    expect(reason).toBe('reader_invited')
  })

  test('refuses who is here already, who takes tests here, and groups for full access', async () => {
    const { email } = (await listed())[0] ?? { email: '' }
    const taker = await addMember(db(), cast.anadolu, { email: 'taker@example.test' })
    const closed = 'closed@example.test'
    await addUser(db(), { email: closed })
    await db().updateTable('users').set({ deactivated_at: new Date() }).where('email', '=', closed).execute()
    const words = async (more: Partial<Invited>) =>
      Object.keys(Object((await invite(more)).json).message ?? {})
    expect(await words({ email })).toEqual(['email'])
    expect(taker.userId && (await words({ email: 'taker@example.test' }))).toEqual(['email'])
    expect(await words({ email: closed })).toEqual(['email'])
    expect(await words({ groups: ['Depo'] })).toEqual(['groups'])
  })

  test('an admin switches inviting off, and invites all the same', async () => {
    const set = (token: string, managersInvite: boolean) =>
      request(server.url, updateClient, { token, params: params(), body: { managersInvite } })
    expect((await set(cast.manager.token, false)).status).toBe(400)
    expect((await set(cast.admin.token, false)).answer.managersInvite).toBe(false)
    expect((await invite()).code).toBe('inviting_off')
    const { membershipId } = (await invite({ access: 'reader' }, cast.admin.token)).answer
    expect((await change(membershipId, { access: 'full' })).code).toBe('inviting_off')
    expect((await invite({}, cast.admin.token)).status).toBe(201)
    await set(cast.admin.token, true)
    expect((await invite()).status).toBe(201)
  })
})

test('a request that was let in before its sender was demoted changes nothing', async () => {
  const { userId, membershipId } = await addMember(db(), cast.anadolu, { role: 'manager' })
  const caller = await findCaller(db(), await session(userId))
  if (caller === null) throw new Error('nobody is signed in')
  const client = await authorizeClient(db(), caller, cast.anadolu)
  const row = await findColleague(db(), client, membershipId)
  if (row === undefined) throw new Error('there is no such colleague')
  const actor = { userId, name: 'Bahar Ak', address: '', locale: 'tr' as const, caller }
  expect((await change(membershipId, { access: 'reader' })).status).toBe(200)
  const inTransaction = (work: (tx: Tx) => Promise<unknown>) => db().transaction().execute(work)
  const body = { email: 'held@example.test', name: 'Bahar Ak', access: 'full' as const }
  const held = await Promise.allSettled([
    inTransaction((tx) => changeAccess(tx, { client, row }, { access: 'full' }, actor)),
    inTransaction((tx) => inviteColleague(tx, client, body, actor)),
    inTransaction((tx) => removeColleague(tx, client, { user_id: cast.manager.userId }, actor)),
  ])
  const refused = { status: 'rejected', reason: { code: 'read_only' } }
  expect(held).toMatchObject([refused, refused, refused])
})

describe('the last manager with full access', () => {
  test('is demoted and removed by an admin alone', async () => {
    const { userId, membershipId } = await addMember(db(), cast.ege, { role: 'manager' })
    const token = await session(userId)
    const verified = (at: Date | null) =>
      db().updateTable('users').set({ email_verified_at: at }).where('id', '=', userId).execute()
    const at = { clientId: cast.ege }
    const own = { token, params: { ...at, membershipId }, body: { access: 'reader' as const } }
    const remove = (who: string, by: string) =>
      request(server.url, removeManager, { token: by, params: at, body: { user_id: who } })
    // A manager who has never confirmed the invitation can't be the one who is left.
    expect((await remove(cast.otherManager.userId, token)).code).toBe('last_full_manager')
    await verified(new Date())
    expect((await remove(cast.otherManager.userId, token)).status).toBe(204)
    expect((await request(server.url, changeColleague, own)).code).toBe('last_full_manager')
    expect((await remove(userId, token)).code).toBe('last_full_manager')
    const demoted = await request(server.url, changeColleague, { ...own, token: cast.admin.token })
    expect(demoted.answer.access).toBe('reader')
    expect((await remove(userId, cast.admin.token)).status).toBe(204)
  })

  test('of two who demote each other at once, one stays', async () => {
    const { token, userId, membershipId } = await addMember(db(), cast.anadolu, { role: 'manager' }).then(
      async (one) => ({ ...one, token: await session(one.userId) }),
    )
    await db().updateTable('users').set({ email_verified_at: new Date() }).execute()
    const others = (await listed()).filter((one) => one.access === 'full' && one.userId !== userId)
    for (const one of others.slice(1)) await change(one.membershipId, { access: 'reader' })
    const [other] = others
    if (other === undefined) throw new Error('there is only one manager')
    const otherToken = await session(other.userId)
    const both = await Promise.all([
      change(membershipId, { access: 'reader' }, otherToken),
      change(other.membershipId, { access: 'reader' }, token),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const full = (
      await request(server.url, listColleagues, {
        token: cast.admin.token,
        params: params(),
        query: { access: 'full' },
      })
    ).answer.count
    expect(full).toBe(1)
    for (const one of others) await change(one.membershipId, { access: 'full' }, cast.admin.token)
  })
})

describe('a reader', () => {
  test('sees a sensitive report only when named as a recipient', async () => {
    const running = await addRunning(server, cast.anadolu, 'SCL90')
    await submit(server, running)
    const { userId, token } = await asReader(null)
    const read = () =>
      request(server.url, getReport, { token, params: { assignmentId: running.assignmentId } })
    expect((await read()).status).toBe(404)
    const inventoryId = inventory(cast, 'SCL90')
    await request(server.url, enableInventory, {
      token: cast.admin.token,
      params: { ...params(), inventoryId },
      body: { legalBasis: 'Açık rıza', purpose: 'İş sağlığı', recipientIds: [userId] },
    })
    expect((await read()).answer.showsSensitive).toBe(true)
  })

  test('counts the people and tests of the own group, by the numbers that all of them have together', async () => {
    const member = await addMember(db(), cast.anadolu, { name: 'Ada' })
    await db()
      .updateTable('memberships')
      .set({ group_name: 'Kalite' })
      .where('id', '=', member.membershipId)
      .execute()
    await addAssignment(db(), cast.anadolu, member, { code: 'MYT' })
    const { token } = await asReader(['Kalite'])
    const { answer } = await request(server.url, getClientDashboard, { token, params: params() })
    expect(answer).toMatchObject({
      counts: { assigned: 1, pending: 1, started: 0, completed: 0 },
      people: { total: 1, candidates: 1, employees: 0 },
      unfinished: { count: 1 },
      quotas: [],
      byInventory: [{ assigned: 1, notStarted: 1 }],
    })
    expect(answer.series.at(-1)).toMatchObject({ assigned: 1 })
    const list = await request(server.url, listAssignments, { token, params: params() })
    expect(list.answer.count).toBe(1)
  })

  test('sees nothing of the time when somebody belonged to another group', async () => {
    const taker = await addRunning(server, cast.anadolu, 'ENGLISH')
    const member = db().updateTable('memberships').where('id', '=', taker.membershipId)
    await member.set({ group_name: 'Eski' }).execute()
    await submit(server, taker)
    const { userId } = taker
    const mail = (at: Date) => ({ ...mailTo(userId), client_id: cast.anadolu, at })
    const days = (number: number) => new Date(Date.now() - number * 24 * 3_600_000)
    await db()
      .insertInto('person_mails')
      .values([mail(days(20)), mail(days(2))])
      .execute()

    // They move within their membership: tests go along, the old group's name does not.
    await member.set({ group_name: 'Yeni', joined_at: days(30) }).execute()
    const reader = await asReader(['Yeni'])
    const { assignmentId } = taker
    const report = async (token: string) =>
      (await request(server.url, getReport, { token, params: { assignmentId } })).answer.candidate.group
    expect([await report(reader.token), await report(cast.manager.token)]).toEqual(['', 'Eski'])
    const csv = async (token: string) =>
      (await request(server.url, resultsCsv, { token, params: params() })).text.includes('Eski')
    expect([await csv(reader.token), await csv(cast.manager.token)]).toEqual([false, true])

    // They leave, and are invited again into another group.
    await member.set({ group_name: 'Eski', removed_at: days(10) }).execute()
    const again = await db()
      .insertInto('memberships')
      .columns([
        'client_id',
        'id',
        'user_id',
        'role',
        'name',
        'search_text',
        'removed_by',
        'group_name',
        'joined_at',
      ])
      .values({
        ...{ client_id: cast.anadolu, id: newId(), user_id: userId, role: 'candidate', name: 'Ada' },
        ...{ search_text: '', removed_by: null, group_name: 'Yeni', joined_at: days(5) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seen = async (token: string) => {
      const query = { group: 'Yeni' }
      const list = await request(server.url, listCandidates, { token, params: params(), query })
      const at = { ...params(), membershipId: again.id }
      const mails = await request(server.url, listPersonMails, { token, params: at })
      return [list.answer.results.map(({ assignments }) => assignments.completed), mails.answer.count]
    }
    expect(await seen(reader.token)).toEqual([[0], 1])
    expect(await seen(cast.manager.token)).toEqual([[1], 2])
    const both = await asReader(['Eski', 'Yeni'])
    expect(await seen(both.token)).toEqual([[1], 2])
  })

  test('has no requests of people at the desk', async () => {
    const { token } = await asReader(null)
    expect((await request(server.url, listRequests, { token })).answer.count).toBe(0)
    const asked = await request(server.url, listRequests, { token, query: { client: cast.anadolu } })
    expect(asked.code).toBe('read_only')
  })
})

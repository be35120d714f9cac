import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replacePerson, setCoolDown } from '#contract/access-rules.ts'
import { changeAccommodations } from '#contract/accommodations.ts'
import { createAssignments } from '#contract/assigning.ts'
import { openMagicLink } from '#contract/auth.ts'
import { makeInvitationLink } from '#contract/invitations.ts'
import type { BodyIn } from '#contract/kit.ts'
import { listQuotaEntries } from '#contract/ledger.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { enableSensitive } from '#test/support/consenting.ts'
import { addMember } from '#test/support/invited.ts'
import { waitingJobs } from '#test/support/jobs.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const manager = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })

async function waiting(codes = ['ENGLISH'], more: Partial<BodyIn<typeof createAssignments>> = {}) {
  const taker = await addTaker(server, cast.anadolu)
  const inventoryIds = codes.map((code) => inventory(cast, code))
  const body = { userIds: [taker.userId], inventoryIds, description: 'Bahar', ...more }
  const { answer } = await request(server.url, createAssignments, { ...manager(), body })
  const ids = codes.map((code) => answer.assignments.find((one) => one.inventory.code === code)?.id ?? '')
  return { taker, ids }
}

const replace = (
  assignmentIds: readonly string[],
  person: BodyIn<typeof replacePerson>['person'],
  headers = {},
) =>
  request(server.url, replacePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { assignmentIds: [...assignmentIds], person },
    headers,
  })

const left = async (code = 'ENGLISH') =>
  (
    await db()
      .selectFrom('quotas')
      .select('available')
      .where('client_id', '=', cast.anadolu)
      .where('inventory_id', '=', inventory(cast, code))
      .executeTakeFirstOrThrow()
  ).available

const ofPerson = (userId: string) =>
  db()
    .selectFrom('assignments')
    .select(['status', 'end_reason', 'due_date', 'opens_at', 'battery_place', 'text_size', 'version_id'])
    .where('user_id', '=', userId)
    .orderBy('battery_place')
    .execute()

describe('replacing a person who has not started', () => {
  test('says where the other one is registered here under another name', async () => {
    const known = { name: 'Ece Kaya', email: 'ece@replaced.test' }
    const first = await replace((await waiting()).ids, known)
    const again = await replace((await waiting(['MYT'])).ids, { ...known, name: 'Nur Kaya' })
    expect([first.answer.otherName, again.answer.otherName]).toEqual([undefined, true])
    expect(again.answer.userId).toBe(first.answer.userId)
  })

  test('gives the tests with their terms to the other one, for the same units', async () => {
    const { taker, ids } = await waiting(['MYT', 'ENGLISH'], {
      dueDate: '2998-12-31',
      opensAt: '2998-12-01T09:00',
      inOrder: { pauseMinutes: 5 },
    })
    await request(server.url, changeAccommodations, {
      token: cast.manager.token,
      params: { assignmentId: ids[0] ?? '' },
      body: { timePercent: 100, textSize: 2, readAloud: true },
    })
    const before = [await left(), await left('MYT')]
    const { answer, text } = await replace(ids, { name: 'Ada Deniz', email: 'ada@yerine.test' })
    expect(answer, text).toMatchObject({ tests: 2, link: null })
    expect([await left(), await left('MYT')]).toEqual(before)
    const [old, added] = [await ofPerson(taker.userId), await ofPerson(answer.userId)]
    expect(old).toMatchObject([
      { status: 'cancelled', end_reason: 'replaced' },
      { status: 'cancelled', end_reason: 'replaced' },
    ])
    const terms = { due_date: '2998-12-31', opens_at: new Date('2998-12-01T06:00:00Z') }
    expect(added).toMatchObject([
      // Accommodations are a person's own and don't pass to the replacement.
      { status: 'pending', battery_place: 1, text_size: 0, version_id: old[0]?.version_id, ...terms },
      { status: 'pending', battery_place: 2, version_id: old[1]?.version_id, ...terms },
    ])
    const ledger = await request(server.url, listQuotaEntries, {
      ...manager(),
      query: { inventory: inventory(cast, 'MYT') },
    })
    expect(ledger.answer.results.slice(0, 2).map(({ quantity, reason }) => [quantity, reason])).toEqual(
      expect.arrayContaining([
        [1, 'replaced'],
        [-1, 'replaced'],
      ]),
    )
  })

  test('ends what the old link opened, and hands a new one over to who has no address', async () => {
    const { taker, ids } = await waiting()
    const link = await request(server.url, makeInvitationLink, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, membershipId: taker.membershipId },
      body: {},
    })
    const partsOf = (url: string) => {
      const [uid = '', token = ''] = url.split('/').slice(-2)
      return { uid, token }
    }
    const { answer } = await replace(ids, { name: 'Ada Deniz', staffNumber: 'Y-1' })
    const { results } = (await request(server.url, listOwnAssignments, { token: taker.token, query: {} }))
      .answer
    expect(results).toMatchObject([{ status: 'cancelled' }])
    const old = await request(server.url, openMagicLink, { params: partsOf(link.answer.url) })
    expect(old.status).toBe(400)
    const fresh = await request(server.url, openMagicLink, { params: partsOf(answer.link?.url ?? '') })
    expect(fresh.status).toBe(200)
    const made = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', answer.userId)
      .where('action', '=', 'invitation_link_made')
      .execute()
    expect(made).toHaveLength(1)
  })

  test('mails both who have an address, and is on record for both', async () => {
    const { taker, ids } = await waiting()
    const { answer } = await replace(ids, { name: 'Ada Deniz', email: 'ada@posta.test' })
    const jobs = await waitingJobs(db())
    const of = (name: string) =>
      jobs.filter((job) => job.name === name).map((job) => Object(job.payload).membershipId)
    expect(of('send_withdrawal')).toContain(taker.membershipId)
    expect(of('send_invitation')).toContain(answer.membershipId)
    const payloads = jobs.map((job) => Object(job.payload))
    const mailed = payloads.find(({ membershipId }) => membershipId === answer.membershipId)
    expect(mailed?.reason).toBe('invited')
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('subject_id', 'in', [taker.userId, answer.userId])
      .where('action', 'in', ['assignments_replaced', 'people_invited'])
      .execute()
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'assignments_replaced', subject_id: taker.userId },
        { action: 'people_invited', subject_id: answer.userId },
      ]),
    )
  })

  test('happens once for one key', async () => {
    const { ids } = await waiting()
    const asked = () =>
      replace(ids, { name: 'Ada Deniz', email: 'ada@bir-kez.test' }, { 'idempotency-key': 'yerine-1' })
    const [first, again] = [await asked(), await asked()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.answer).toEqual(first.answer)
    expect(await ofPerson(first.answer.userId)).toHaveLength(1)
  })
})

describe('nobody is replaced', () => {
  const ada = { name: 'Ada Deniz', email: 'ada@olmaz.test' }

  test('once a test of theirs was started: then nothing at all changes', async () => {
    const { taker, ids } = await waiting(['MYT', 'ENGLISH'])
    await startTest(server.url, taker.token, ids[1] ?? '')
    expect(await replace(ids, ada)).toMatchObject({ status: 409, code: 'assignment_started' })
    expect(await ofPerson(taker.userId)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  })

  test('by somebody who has the test already, took it too recently, is the same, or is a manager', async () => {
    const { taker, ids } = await waiting()
    const { taker: other } = await waiting()
    const address = (one: { userId: string }) => `${one.userId}@example.com`
    const by = (email: string) => replace(ids, { name: 'Biri', email })
    expect(await by(address(other))).toMatchObject({ status: 409, code: 'already_assigned' })
    expect(await by(address(taker))).toMatchObject({ status: 400 })
    expect(await by(cast.manager.email)).toMatchObject({ status: 400 })
    const member = await addMember(db(), cast.anadolu)
    const { taker: done, ids: doneIds } = await waiting()
    const started = await startTest(server.url, done.token, doneIds[0] ?? '')
    await submit(server, { started, assignmentId: doneIds[0] ?? '' })
    const coolDown = (days: number | null) =>
      request(server.url, setCoolDown, {
        token: cast.manager.token,
        params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'ENGLISH') },
        body: { days },
      })
    await coolDown(7)
    expect(await by(address(done))).toMatchObject({ status: 409, code: 'cooling_down' })
    expect(await ofPerson(taker.userId)).toMatchObject([{ status: 'pending' }])
    expect(await by(address(member))).toMatchObject({ status: 200 })
    await coolDown(null)
  })

  test('for tests of somebody else, or that are over', async () => {
    const [{ taker, ids }, other] = [await waiting(), await waiting()]
    expect((await replace([...ids, ...other.ids], ada)).status).toBe(404)
    await sql`
      UPDATE assignments SET due_date = '2020-01-01' WHERE user_id = ${taker.userId}`.execute(db())
    expect(await replace(ids, ada)).toMatchObject({ status: 409, code: 'assignment_closed' })
    expect((await replace(ids, { name: 'Ada Deniz' })).status).toBe(400)
  })

  test('by a candidate in a sensitive test that is for employees', async () => {
    const { taker, ids } = await waiting(['SCL90'])
    await sql`UPDATE memberships SET role = 'employee' WHERE id = ${taker.membershipId}`.execute(db())
    await enableSensitive({ server, cast })
    const by = ({ userId }: { userId: string }) =>
      replace(ids, { name: 'Biri', email: `${userId}@example.com` })
    const candidate = await addMember(db(), cast.anadolu)
    expect(await by(candidate)).toMatchObject({ status: 409, code: 'not_for_candidates' })
    expect(await ofPerson(taker.userId)).toMatchObject([{ status: 'pending' }])
    expect(await by(await addMember(db(), cast.anadolu, { role: 'employee' }))).toMatchObject({ status: 200 })
  })
})

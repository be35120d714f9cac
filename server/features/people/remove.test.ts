import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment, listAssignments } from '#contract/assignments.ts'
import { openMagicLink } from '#contract/auth.ts'
import { getClient } from '#contract/clients.ts'
import { getOwnAssignment, startAttempt, submitAttempt } from '#contract/participant.ts'
import { inviteEmails, listCandidates } from '#contract/people.ts'
import { previewRemoval, removeCandidate, removeManager } from '#contract/removals.ts'
import { saveResponses } from '#contract/responses.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addEnablement } from '#test/support/enablement.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

async function clientWithUnits(): Promise<string> {
  const clientId = await addClient(db())
  const addition = { clientId, inventoryId: inventory(cast, 'ENGLISH'), reason: 'test', quantity: 5 }
  await addQuota(db(), { ...addition, addedBy: cast.admin.userId })
  await addQuota(db(), { ...addition, inventoryId: inventory(cast, 'SCL90'), addedBy: cast.admin.userId })
  return clientId
}

test('removing somebody cancels what waits, gives back what was not begun and ends their links and tokens', async () => {
  const clientId = await clientWithUnits()
  const running = await addRunning(server, clientId, 'ENGLISH')
  const { userId, started } = running
  const waiting = await addAssignment(db(), clientId, running, { code: 'SCL90' })
  const link = await createLink(db(), {
    userId,
    purpose: 'invitation',
    clientId,
    createdBy: null,
    expiresAt: new Date('2999-01-01'),
  })
  const [choice] = running.choices
  const save = () =>
    request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: { [choice?.id ?? '']: choice?.options[0] ?? '' } },
    })
  expect((await save()).status).toBe(200)

  const preview = await request(server.url, previewRemoval, { token: token(), params: { clientId, userId } })
  expect(preview.answer).toMatchObject({ role: 'candidate', cancelled: 2, unitsBack: 1 })
  const removals = await Promise.all(
    [1, 2, 3].map(() =>
      request(server.url, removeCandidate, {
        token: token(),
        params: { clientId },
        body: { user_id: userId },
      }),
    ),
  )
  expect(removals.map((answer) => answer.status).sort()).toEqual([204, 404, 404])

  const quotas = await db()
    .selectFrom('quotas')
    .select(['inventory_id', 'available'])
    .where('client_id', '=', clientId)
    .execute()
  const left = (code: string) => quotas.find((row) => row.inventory_id === inventory(cast, code))?.available
  expect([left('SCL90'), left('ENGLISH')]).toEqual([6, 5])
  for (const assignmentId of [waiting, running.assignmentId]) {
    const { answer } = await request(server.url, getAssignment, { token: token(), params: { assignmentId } })
    expect(answer.status).toBe('cancelled')
  }
  expect((await save()).code).toBe('not_authenticated')
  const submit = { params: { assignmentId: running.assignmentId }, body: {} }
  const handedIn = await request(server.url, submitAttempt, { token: running.token, ...submit })
  expect(handedIn.code).toBe('not_authenticated')
  const [, , uid = '', secret = ''] = link.path.split('/')
  const opened = await request(server.url, openMagicLink, { params: { uid, token: secret } })
  expect(opened.status).toBe(400)
  const kept = await db()
    .selectFrom('responses')
    .select('item_id')
    .where('client_id', '=', clientId)
    .execute()
  expect(kept).toHaveLength(1)
  const { answer: people } = await request(server.url, listCandidates, {
    token: token(),
    params: { clientId },
  })
  expect(people.count).toBe(0)
})

test('a manager who is removed reaches the client no more, and reads no sensitive report when they come back', async () => {
  const clientId = await clientWithUnits()
  const { userId } = await addMember(db(), clientId, { role: 'manager' })
  await db()
    .insertInto('inventory_enablements')
    .values({
      client_id: clientId,
      inventory_id: inventory(cast, 'SCL90'),
      legal_basis: 'test',
      enabled_by: cast.admin.userId,
    })
    .execute()
  await db()
    .insertInto('report_recipients')
    .values({
      client_id: clientId,
      inventory_id: inventory(cast, 'SCL90'),
      user_id: userId,
      named_by: cast.admin.userId,
    })
    .execute()
  const own = await openSession(db(), { userId, invitationClientId: null, remembered: false })
  const read = () => request(server.url, getClient, { token: own, params: { clientId } })
  expect((await read()).status).toBe(200)
  const body = { user_id: userId }
  const asCandidate = await request(server.url, removeCandidate, {
    token: token(),
    params: { clientId },
    body,
  })
  expect(asCandidate.status).toBe(404)
  const removed = await request(server.url, removeManager, { token: token(), params: { clientId }, body })
  expect(removed.status).toBe(204)
  expect((await read()).status).toBe(403)
  const named = await db()
    .selectFrom('report_recipients')
    .selectAll()
    .where('client_id', '=', clientId)
    .execute()
  expect(named).toEqual([])
  const [entry] = await db()
    .selectFrom('audit_entries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('action', '=', 'member_removed')
    .execute()
  expect(entry).toMatchObject({ reason: 'manager', subject_id: userId, actor_id: cast.admin.userId })
})

test('with the last reader removed nothing sensitive is begun or given, and what runs goes on', async () => {
  const clientId = await clientWithUnits()
  const { userId } = await addMember(db(), clientId, { role: 'manager' })
  const readBy = (code: string) =>
    addEnablement(db(), {
      clientId,
      inventoryId: inventory(cast, code),
      legalBasis: 'test',
      enabledBy: cast.admin.userId,
      recipients: [userId],
      forCandidates: true,
    })
  for (const code of ['SCL90', 'MYT']) await readBy(code)
  const running = await addRunning(server, clientId, 'SCL90')
  const taker = await addTaker(server, clientId)
  const waiting = await addAssignment(db(), clientId, taker, { code: 'SCL90' })
  const myt = await addAssignment(db(), clientId, taker, { code: 'MYT' })
  const consents = async () => {
    const own = await request(server.url, getOwnAssignment, {
      token: taker.token,
      params: { assignmentId: myt },
    })
    return own.answer.notices.filter(({ kind }) => kind === 'explicit_consent').length
  }
  const start = (own: string, assignmentId: string) =>
    request(server.url, startAttempt, { token: own, params: { assignmentId }, body: {} })
  const give = () =>
    request(server.url, inviteEmails, {
      token: token(),
      headers: { 'idempotency-key': newId() },
      params: { clientId },
      body: { emails: ['new@reader.test'], inventoryIds: [inventory(cast, 'SCL90')], role: 'employee' },
    })
  expect(await consents()).toBe(1)
  const body = { user_id: userId }
  await request(server.url, removeManager, { token: token(), params: { clientId }, body })
  expect((await start(taker.token, waiting)).code).toBe('test_withheld')
  const listed = await request(server.url, getAssignment, {
    token: token(),
    params: { assignmentId: waiting },
  })
  expect(listed.answer.withheld).toBe(true)
  expect(await consents()).toBe(0)
  expect((await give()).code).toBe('inventory_not_enabled')
  expect((await start(running.token, running.assignmentId)).status).toBe(200)
})

test('a person who comes back is counted with the tests that their list shows', async () => {
  const clientId = cast.anadolu
  const asked = { token: cast.manager.token, params: { clientId } }
  const email = 'back@count.test'
  const member = await addMember(db(), clientId, { email })
  await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
  await request(server.url, removeCandidate, { ...asked, body: { user_id: member.userId } })
  const again = await request(server.url, inviteEmails, {
    ...asked,
    body: { emails: [email], inventoryIds: [] },
  })
  const [back] = again.answer.created
  expect(back?.userId).toBe(member.userId)
  expect(back?.membershipId).not.toBe(member.membershipId)
  const people = await request(server.url, listCandidates, { ...asked, query: { search: email } })
  const list = await request(server.url, listAssignments, { ...asked, query: { user: member.userId } })
  expect(list.answer.count).toBe(1)
  expect(people.answer.results.map(({ assignments }) => assignments)).toEqual([
    { assigned: 1, pending: 0, completed: 0, expired: 0, cancelled: 1 },
  ])
})

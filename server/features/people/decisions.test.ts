import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decidePeople, decidePerson, listDecisions } from '#contract/decisions.ts'
import { erasePerson } from '#contract/erasure.ts'
import { peopleCsv } from '#contract/exports.ts'
import type { BodyIn } from '#contract/kit.ts'
import { getPerson } from '#contract/memberships.ts'
import { getOwnData, ownDataPdf } from '#contract/own-data.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember, addMembers } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db

interface Whose {
  clientId?: string
  token?: string
}

const decide = (
  membershipId: string,
  body: BodyIn<typeof decidePerson>,
  { clientId = cast.anadolu, token = cast.manager.token }: Whose = {},
) => request(server.url, decidePerson, { token, params: { clientId, membershipId }, body })

const decideAll = (
  body: BodyIn<typeof decidePeople>,
  { clientId = cast.anadolu, token = cast.manager.token }: Whose = {},
) => request(server.url, decidePeople, { token, params: { clientId }, body })

const historyOf = async (membershipId: string, clientId = cast.anadolu) =>
  (await request(server.url, listDecisions, { token: cast.admin.token, params: { clientId, membershipId } }))
    .answer

const candidates = async (query: { decision?: string; search?: string }, clientId = cast.anadolu) =>
  (await request(server.url, listCandidates, { token: cast.admin.token, params: { clientId }, query })).answer

const entriesAbout = (userId: string) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'reason', 'details', 'actor_id'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()

test('a decision has its note, who and when; earlier ones stay in the history, and the same again is none', async () => {
  const { membershipId, userId } = await addMember(db(), cast.anadolu)
  const params = { clientId: cast.anadolu, membershipId }
  const before = await request(server.url, getPerson, { token: cast.manager.token, params })
  expect(before.answer.decision).toEqual({ decision: 'none', note: '', at: null, by: null })

  const first = await decide(membershipId, {
    decision: 'shortlisted',
    note: '  İkinci görüşmeye\nçağrılacak ',
  })
  expect(first.answer).toMatchObject({
    membershipId,
    decision: {
      decision: 'shortlisted',
      note: 'İkinci görüşmeye\nçağrılacak',
      at: expect.any(String),
      by: expect.any(String),
    },
  })
  await decide(membershipId, { decision: 'shortlisted', note: 'İkinci görüşmeye\nçağrılacak' })
  await decide(membershipId, { decision: 'declined' }, { token: cast.admin.token })
  const history = await historyOf(membershipId)
  expect(history.results.map(({ decision, note }) => [decision, note])).toEqual([
    ['declined', ''],
    ['shortlisted', 'İkinci görüşmeye\nçağrılacak'],
  ])
  expect(history.results[1]?.at).toBe(first.answer.decision.at)
  expect(await entriesAbout(userId)).toEqual([
    { action: 'person_decided', reason: 'shortlisted', details: {}, actor_id: cast.manager.userId },
    { action: 'person_decided', reason: 'declined', details: {}, actor_id: cast.admin.userId },
  ])
})

test('a note has at most 1,000 characters, and a decision is one of four', async () => {
  const { membershipId } = await addMember(db(), cast.anadolu)
  expect((await decide(membershipId, { decision: 'hired', note: 'ş'.repeat(1000) })).status).toBe(200)
  expect((await decide(membershipId, { decision: 'hired', note: 'ş'.repeat(1001) })).status).toBe(400)
  expect((await decide(membershipId, { decision: 'maybe' as 'none' })).status).toBe(400)
})

test('SR-26: nobody decides about people of another client, about managers, or as a participant', async () => {
  const elsewhere = await addMember(db(), cast.ege)
  const here = await addMember(db(), cast.anadolu)
  const manager = await addMember(db(), cast.anadolu, { role: 'manager' })
  const participant = await openSession(db(), {
    userId: here.userId,
    invitationClientId: null,
    remembered: false,
    byPassword: true,
  })
  const body = { decision: 'declined' } as const
  expect((await decide(elsewhere.membershipId, body)).status).toBe(404)
  expect((await decide(elsewhere.membershipId, body, { clientId: cast.ege })).status).toBe(404)
  expect((await decide(manager.membershipId, body)).status).toBe(404)
  expect((await decide(here.membershipId, body, { token: participant })).status).toBe(403)
  const all = { membershipIds: [elsewhere.membershipId, manager.membershipId], ...body }
  expect((await decideAll(all)).answer).toEqual({ decided: 0, employees: 0 })
  expect((await decideAll(all, { clientId: cast.ege })).status).toBe(404)
  expect((await decideAll(all, { token: participant })).status).toBe(403)
  const params = { clientId: cast.ege, membershipId: elsewhere.membershipId }
  const peeked = await request(server.url, listDecisions, { token: cast.manager.token, params })
  expect(peeked.status).toBe(404)
  expect((await historyOf(elsewhere.membershipId, cast.ege)).count).toBe(0)
})

test('lists have the decision of each person and filter by several of them, and files have it without its note', async () => {
  const clientId = await addClient(db())
  const whose = { clientId, token: cast.admin.token }
  const names = ['Ada', 'Bora', 'Cem', 'Deniz']
  const people = await Promise.all(
    names.map((name) => addMember(db(), clientId, { name: `${name} Kanarya` })),
  )
  const [ada = '', bora = '', cem = ''] = people.map(({ membershipId }) => membershipId)
  await decide(ada, { decision: 'shortlisted', note: 'gizli-not' }, whose)
  await decide(bora, { decision: 'declined' }, whose)
  await decide(cem, { decision: 'hired' }, whose)
  await decide(cem, { decision: 'shortlisted' }, whose)

  const named = async (decision: string) =>
    (await candidates({ decision }, clientId)).results.map(({ name }) => name.split(' ')[0])
  expect(await named('shortlisted')).toEqual(['Ada', 'Cem'])
  expect(await named('none,declined')).toEqual(['Bora', 'Deniz'])
  expect((await candidates({ decision: 'hired' }, clientId)).count).toBe(0)
  const [row] = (await candidates({ decision: 'shortlisted' }, clientId)).results
  expect(row?.decision).toMatchObject({ decision: 'shortlisted', note: 'gizli-not', by: expect.any(String) })
  const wrong = { token: cast.admin.token, params: { clientId }, query: { decision: 'maybe' } }
  expect((await request(server.url, listCandidates, wrong)).status).toBe(400)

  const file = await request(server.url, peopleCsv, {
    token: cast.admin.token,
    params: { clientId },
    query: { decision: 'shortlisted,declined' },
    headers: { 'accept-language': 'tr' },
  })
  const text = file.bytes.toString('utf8')
  expect(text.split('\r\n')[0]).toMatch(/;Karar$/)
  expect(text).toMatch(/;Kısa listede\r\n/)
  expect(text).toMatch(/;Olumsuz\r\n/)
  expect(text).not.toContain('Deniz')
  expect(text).not.toContain('gizli-not')
})

test('somebody who is hired becomes an employee if that is asked for, and no one else does', async () => {
  const { membershipId, userId } = await addMember(db(), cast.anadolu)
  const refused = await decide(membershipId, { decision: 'shortlisted', makeEmployee: true })
  expect([refused.status, refused.code]).toEqual([400, 'invalid_request'])
  expect((await decide(membershipId, { decision: 'hired' })).answer.type).toBe('candidate')
  const hired = await decide(membershipId, { decision: 'hired', makeEmployee: true })
  expect(hired.answer).toMatchObject({ type: 'employee', decision: { decision: 'hired' } })
  expect((await entriesAbout(userId)).map(({ action, details }) => [action, details])).toEqual([
    ['person_decided', {}],
    ['person_changed', { fields: ['role'] }],
  ])
})

test('decides about the named people or all that a filter finds, at most 10,000, with one entry that has no note', async () => {
  const clientId = await addClient(db())
  const whose = { clientId, token: cast.admin.token }
  const [one = '', two = '', three = ''] = await addMembers(db(), clientId, 3)
  await decide(one, { decision: 'shortlisted' }, whose)
  const named = await decideAll({ membershipIds: [one, two], decision: 'shortlisted' }, whose)
  expect(named.answer).toEqual({ decided: 1, employees: 0 })
  const filter = { role: 'candidate', decision: 'shortlisted' } as const
  const hired = { filter, decision: 'hired', note: 'gizli-toplu', makeEmployee: true } as const
  expect((await decideAll(hired, whose)).answer).toEqual({ decided: 2, employees: 2 })
  expect((await decideAll(hired, whose)).status).toBe(400)
  expect((await candidates({}, clientId)).results.map(({ membershipId }) => membershipId)).toEqual([three])
  const employees = await request(server.url, listEmployees, {
    token: cast.admin.token,
    params: { clientId },
    query: { decision: 'hired' },
  })
  expect(employees.answer.results.map(({ decision }) => decision.note)).toEqual([
    'gizli-toplu',
    'gizli-toplu',
  ])
  const entries = await db()
    .selectFrom('audit_entries')
    .select(['reason', 'details'])
    .where('client_id', '=', clientId)
    .where('action', '=', 'people_decided')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { reason: 'shortlisted', details: { quantity: 1, employees: 0 } },
    { reason: 'hired', details: { quantity: 2, employees: 2 } },
  ])
  const said = await sql<{ found: number }>`
    SELECT count(*) AS found FROM audit_entries e WHERE e::text LIKE '%gizli%'`.execute(db())
  expect(said.rows).toEqual([{ found: 0 }])
  expect((await decideAll({ decision: 'none' }, whose)).status).toBe(400)

  const crowd = await addClient(db())
  for (let left = 10_001; left > 0; left -= 3_000) await addMembers(db(), crowd, Math.min(left, 3_000))
  const all = { clientId: crowd, token: cast.admin.token }
  const many = { filter: { role: 'candidate' }, decision: 'declined' } as const
  expect((await decideAll(many, all)).status).toBe(400)
  await sql`UPDATE memberships SET removed_at = now()
    WHERE client_id = ${crowd} AND id = (SELECT id FROM memberships WHERE client_id = ${crowd} LIMIT 1)`.execute(
    db(),
  )
  expect((await decideAll(many, all)).answer).toEqual({ decided: 10_000, employees: 0 })
})

test('decisions and notes are in the person’s own data, and gone with an erasure', async () => {
  const { membershipId, userId } = await addMember(db(), cast.anadolu, { name: 'Ada Kanarya' })
  await decide(membershipId, { decision: 'shortlisted' })
  await decide(membershipId, { decision: 'declined', note: 'kanarya-notu' })
  const token = await openSession(db(), {
    userId,
    invitationClientId: null,
    remembered: false,
    byPassword: true,
  })
  const own = await request(server.url, getOwnData, { token })
  expect(own.answer.clients[0]?.decisions).toEqual([
    { at: expect.any(String), decision: 'shortlisted', note: '' },
    { at: expect.any(String), decision: 'declined', note: 'kanarya-notu' },
  ])
  expect(own.answer.record.map(({ action }) => action)).toContain('person_decided')
  const paper = await request(server.url, ownDataPdf, { token, query: { lang: 'tr' } })
  const words = await pdfText(paper.bytes)
  for (const said of ['Hakkınızdaki kararlar', 'Kısa listede', 'kanarya-notu']) expect(words).toContain(said)

  const erased = await request(server.url, erasePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId },
    body: { confirm: 'Ada Kanarya' },
  })
  expect(erased.status).toBe(204)
  const { rows } = await sql<{ decision: string; rows: number }>`
    SELECT m.decision, (SELECT count(*) FROM people_decisions d WHERE d.membership_id = m.id) AS rows
    FROM memberships m WHERE m.id = ${membershipId}`.execute(db())
  expect(rows).toEqual([{ decision: 'none', rows: 0 }])
})

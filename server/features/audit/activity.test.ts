import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, cancelAssignments, remindAssignments } from '#contract/assignment-actions.ts'
import { type AuditAction, listActivityAssignments, listClientActivity } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { inviteEmails } from '#contract/people.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { translate } from '#server/locales.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

/** A client with so many units of the English test. */
async function clientWith(quantity: number): Promise<string> {
  const { db } = server.database
  const clientId = await addClient(db)
  const inventoryId = inventory(cast, 'ENGLISH')
  await addQuota(db, { clientId, inventoryId, quantity, reason: '', addedBy: cast.admin.userId })
  return clientId
}

const asked = (clientId: string, key?: string) => ({
  token: cast.admin.token,
  params: { clientId },
  ...(key !== undefined && { headers: { 'idempotency-key': key } }),
})
const addresses = (count: number) => Array.from({ length: count }, () => `${newId()}@example.test`)
const english = () => ({ inventoryIds: [inventory(cast, 'ENGLISH')] })

const activity = async (clientId: string, query: { from?: string; to?: string } = {}) => {
  const { answer } = await request(server.url, listClientActivity, { ...asked(clientId), query })
  const told = answer.results.map((entry) => ({
    ...entry,
    said: auditSentence(entry, (keys, variables) => translate('en', keys, variables), 'en'),
  }))
  return { count: answer.count, told }
}

test('a list of people is one line of the activity, also when it is sent twice', async () => {
  const clientId = await clientWith(10)
  const emails = [...addresses(3), 'broken@']
  const body = { emails, ...english() }
  for (const key of ['k', 'k']) await request(server.url, inviteEmails, { ...asked(clientId, key), body })
  const { count, told } = await activity(clientId)
  expect(count).toBe(1)
  expect(told[0]).toMatchObject({
    action: 'people_invited',
    actor: { id: cast.admin.userId },
    subject: null,
    details: { role: 'candidate', people: 3, existing: 0, failed: 1, quantity: 3, codes: ['ENGLISH'] },
    said: 'admin invited 3 people to Anadolu Gıda A.Ş. Tests assigned: 3 (ENGLISH).',
  })
})

test('one person is named; people who were here already are given tests and not invited', async () => {
  const clientId = await clientWith(10)
  const [email = ''] = addresses(1)
  const invite = (inventoryIds: string[]) =>
    request(server.url, inviteEmails, { ...asked(clientId), body: { emails: [email], inventoryIds } })
  const userId = (await invite([])).answer.created[0]?.userId
  await invite(english().inventoryIds)
  // Nobody new and nothing given: nothing happened.
  await invite(english().inventoryIds)
  const { told } = await activity(clientId)
  expect(told).toMatchObject([
    { action: 'assignments_created', subject: { id: userId }, details: { people: 1, quantity: 1 } },
    { action: 'people_invited', subject: { id: userId }, details: { people: 1, quantity: 0 } },
  ])
})

test('what is refused leaves no line, what is given one with the tests and the number of people', async () => {
  const clientId = await clientWith(2)
  const { answer } = await request(server.url, inviteEmails, {
    ...asked(clientId),
    body: { emails: addresses(3), inventoryIds: [] },
  })
  const userIds = answer.created.map((person) => person.userId)
  const give = (ids: string[]) =>
    request(server.url, createAssignments, {
      ...asked(clientId),
      body: { userIds: ids, ...english(), description: 'x' },
    })
  expect((await give(userIds)).code).toBe('quota_exceeded')
  const made = await give(userIds.slice(0, 2))
  const assignmentId = made.answer.assignments[0]?.id ?? ''
  await request(server.url, cancelAssignment, { token: cast.admin.token, params: { assignmentId } })
  const { told } = await activity(clientId)
  expect(told.slice(0, -1)).toMatchObject([
    { action: 'assignments_cancelled', details: { quantity: 1, unitsBack: 1, codes: ['ENGLISH'] } },
    { action: 'assignments_created', details: { people: 2, quantity: 2, codes: ['ENGLISH'] }, subject: null },
  ])
})

test('a command of many steps is one line that counts them all; each step has its own audit entry', async () => {
  const { db } = server.database
  const clientId = await clientWith(650)
  await request(server.url, inviteEmails, {
    ...asked(clientId),
    body: { emails: addresses(650), ...english() },
  })
  const body = { filter: { status: 'pending' as const } }
  await request(server.url, remindAssignments, { ...asked(clientId, 'r'), body })
  for (const key of ['c', 'c'])
    await request(server.url, cancelAssignments, { ...asked(clientId, key), body })
  const { count, told } = await activity(clientId)
  expect(count).toBe(3)
  expect(told.map(({ said }) => said)).toEqual([
    'admin cancelled tests for Anadolu Gıda A.Ş.: 650 (ENGLISH). Quota returned: 650.',
    'admin sent reminders for Anadolu Gıda A.Ş. Tests: 650 (ENGLISH).',
    'admin invited 650 people to Anadolu Gıda A.Ş. Tests assigned: 650 (ENGLISH).',
  ])
  const steps = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('client_id', '=', clientId)
    .where('action', '=', 'assignments_cancelled')
    .orderBy('at')
    .execute()
  expect(steps.map(({ details }) => details.quantity)).toEqual([300, 600, 650])

  // It opens into what each step was done to, page by page.
  expect(told.map(({ assignments, details }) => [assignments, details.assignments])).toEqual([
    [650, undefined],
    [650, undefined],
    [0, undefined],
  ])
  const entryId = told[0]?.id ?? ''
  const opened = async (query: Record<string, string>) =>
    (
      await request(server.url, listActivityAssignments, {
        token: cast.admin.token,
        params: { clientId, entryId },
        query,
      })
    ).answer
  const pages = []
  for (let page = 1; page <= 7; page++) pages.push(await opened({ page: String(page), page_size: '100' }))
  expect(pages[0]).toMatchObject({ count: 650, previous: null })
  expect(pages.at(-1)).toMatchObject({ next: null })
  const all = pages.flatMap((page) => page.results)
  expect(new Set(all.map(({ id }) => id)).size).toBe(650)
  expect(new Set(all.map(({ at }) => at)).size).toBe(3)
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
  expect(all[0]).toMatchObject({ inventory: 'ENGLISH' })
  const { name } = all[649]?.user ?? { name: '' }
  const found = await opened({ search: name })
  expect(found.results.map(({ user }) => user.name)).toContain(name)
  expect(found.count).toBeLessThan(650)
  const elsewhere = await request(server.url, listActivityAssignments, {
    token: cast.admin.token,
    params: { clientId: cast.ege, entryId },
  })
  expect(elsewhere.status).toBe(404)
})

test('a command that went on over midnight is found on each of its days', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const command = newId()
  const entry = (at: string, quantity: number, of: string | null) => ({
    id: newId(),
    action: 'assignments_cancelled' as const,
    reason: null,
    actor_id: cast.admin.userId,
    subject_id: null,
    client_id: clientId,
    address: '',
    command_id: of,
    at: new Date(at),
    details: JSON.stringify({ quantity, unitsBack: quantity, codes: ['ENGLISH'], assignments: [] }),
  })
  await db
    .insertInto('audit_entries')
    .values([
      entry('2026-03-10T20:50:00Z', 300, command),
      entry('2026-03-10T21:05:00Z', 600, command),
      entry('2026-03-11T21:05:00Z', 650, command),
      entry('2026-03-11T09:00:00Z', 7, null),
      entry('2026-03-12T21:30:00Z', 8, null),
    ])
    .execute()
  const on = async (from: string, to = from) =>
    (await activity(clientId, { ...(from && { from }), ...(to && { to }) })).told.map(
      ({ details }) => details.quantity,
    )
  // Days of the client's zone, three hours ahead: each with the final state of the command.
  expect(await on('2026-03-09')).toEqual([])
  expect(await on('2026-03-10')).toEqual([650])
  expect(await on('2026-03-11')).toEqual([650, 7])
  expect(await on('2026-03-12')).toEqual([650])
  expect(await on('2026-03-13')).toEqual([8])
  expect(await on('', '2026-03-10')).toEqual([650])
  expect(await on('2026-03-12', '')).toEqual([8, 650])
})

test('counts use singular and plural in both languages', () => {
  const person = { id: 'p', name: 'Ayşe Demir', email: '' }
  const client = { id: 'c', name: 'Ege' }
  const said = (action: AuditAction, details: Record<string, unknown>, locale: 'tr' | 'en') =>
    auditSentence(
      {
        id: 'e',
        at: '2026-11-22T10:00:00.000Z',
        action,
        reason: null,
        actor: person,
        subject: null,
        client,
        address: '',
        details,
        assignments: 0,
      },
      (keys, variables) => translate(locale, keys, variables),
      locale,
    )
  const lines = (locale: 'tr' | 'en') =>
    [1, 2].flatMap((number) => [
      said('people_invited', { people: number, quantity: number, codes: ['MYT'] }, locale),
      said('assignments_created', { people: number, quantity: number, codes: ['MYT'] }, locale),
      said('people_moved', { quantity: number }, locale),
      said('slips_made', { quantity: number }, locale),
      said('quota_added', { quantity: number, code: 'MYT' }, locale),
    ])
  expect(lines('en')).toEqual([
    'Ayşe Demir invited 1 person to Ege. Tests assigned: 1 (MYT).',
    'Ayşe Demir assigned tests to 1 person at Ege: 1 (MYT).',
    'Ayşe Demir changed the group of 1 person at Ege.',
    'Ayşe Demir created 1 invitation slip for Ege.',
    'Ayşe Demir added 1 MYT unit for Ege.',
    'Ayşe Demir invited 2 people to Ege. Tests assigned: 2 (MYT).',
    'Ayşe Demir assigned tests to 2 people at Ege: 2 (MYT).',
    'Ayşe Demir changed the group of 2 people at Ege.',
    'Ayşe Demir created 2 invitation slips for Ege.',
    'Ayşe Demir added 2 MYT units for Ege.',
  ])
  expect(lines('tr').slice(0, 5)).toEqual([
    'Ayşe Demir, Ege için 1 kişi davet etti. Atanan test: 1 (MYT).',
    'Ayşe Demir, Ege için test atadı. Kişiler: 1 kişi. Testler: 1 (MYT).',
    'Ayşe Demir, Ege kayıtlarında grup değiştirdi: 1 kişi.',
    'Ayşe Demir, Ege için 1 davet fişi hazırladı.',
    'Ayşe Demir, Ege için 1 MYT hakkı ekledi.',
  ])
})

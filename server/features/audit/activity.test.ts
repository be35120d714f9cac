import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, cancelAssignments, remindAssignments } from '#contract/assignment-actions.ts'
import { listClientActivity } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { inviteEmails } from '#contract/people.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quotas/quotas.ts'
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

const activity = async (clientId: string) => {
  const { answer } = await request(server.url, listClientActivity, asked(clientId))
  const told = answer.results.map((entry) => ({
    ...entry,
    said: auditSentence(entry, (keys, variables) => translate('en', keys, variables)),
  }))
  return { count: answer.count, told }
}

test('a list of people stands in the activity as one line, also when it is sent twice', async () => {
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
    said: 'admin invited 3 people to Anadolu Gıda A.Ş. Tests given: 3 (ENGLISH).',
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

test('a command of many steps is one line that counts them all; its steps stand on record each', async () => {
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
    'admin cancelled tests of Anadolu Gıda A.Ş.: 650 (ENGLISH). Quota returned: 650.',
    'admin sent reminders for Anadolu Gıda A.Ş. Tests: 650 (ENGLISH).',
    'admin invited 650 people to Anadolu Gıda A.Ş. Tests given: 650 (ENGLISH).',
  ])
  const steps = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('client_id', '=', clientId)
    .where('action', '=', 'assignments_cancelled')
    .orderBy('at')
    .execute()
  expect(steps.map(({ details }) => details.quantity)).toEqual([300, 600, 650])
})

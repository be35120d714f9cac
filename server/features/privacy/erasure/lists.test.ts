import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { getInvitationJob, invitationJob, inviteEmails, listCandidates } from '#contract/people.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { invite, waitToInvite } from '#server/features/people/invite.ts'
import { finishJob, lockUnfinished } from '#server/features/people/job-queries.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

/** Somebody whose name, address, phone and staff number have a mark. */
async function addMarked(mark: string) {
  const clientId = await addClient(db())
  const { userId, membershipId } = await addMember(db(), clientId, { name: `${mark} Kanarya` })
  await sql`UPDATE users SET email = ${`${mark}@example.com`} WHERE id = ${userId}`.execute(db())
  await sql`UPDATE memberships SET phone = '0532 771 88 11', staff_number = ${`${mark}-7`} WHERE id = ${membershipId}`.execute(
    db(),
  )
  const erase = () =>
    request(server.url, erasePerson, {
      token: token(),
      params: { clientId, membershipId },
      body: { confirm: `${mark} Kanarya` },
    })
  return { clientId, erase }
}

/** Uploads a list that is imported later. @returns how to read its result */
async function upload(clientId: string, emails: (string | Record<string, string>)[]) {
  const { json } = await request(server.url, inviteEmails, {
    token: token(),
    params: { clientId },
    headers: { prefer: 'respond-async' },
    body: { emails, inventoryIds: [] },
  })
  const { id: jobId } = invitationJob.parse(json)
  return async () =>
    (await request(server.url, getInvitationJob, { token: token(), params: { clientId, jobId } })).answer
}

const namesOf = async (clientId: string) =>
  (await request(server.url, listCandidates, { token: token(), params: { clientId } })).answer.results.map(
    ({ name }) => name,
  )

test('a list that is not imported yet loses an erased person, and the others keep their rows', async () => {
  const mark = 'kanarya5521'
  const { clientId, erase } = await addMarked(mark)
  const read = await upload(clientId, [
    `${mark} Kanarya <${mark.toUpperCase()}@example.com>`,
    { name: 'Gülşah Öztürk', email: 'gulsah@example.com' },
    { name: 'Kanarya', staffNumber: `${mark}-7` },
    { name: `${mark} KANARYA`, phone: '+90 532 771 88 11' },
    { name: 'Öznur Kaya', phone: '0532 771 88 11' },
  ])
  expect(await tracesIn(db(), [mark])).toContain('invitation_jobs.request')
  expect((await erase()).status).toBe(204)
  expect(await tracesIn(db(), [mark, mark.toUpperCase()])).toEqual([])
  await server.runJobs()
  expect(await namesOf(clientId)).toEqual(['Gülşah Öztürk', 'Öznur Kaya'])
  const { status, result } = await read()
  expect([status, result?.created.map(({ row }) => row), result?.failed]).toEqual([
    'done',
    [1, 4],
    [0, 2, 3].map((row) => ({
      row,
      email: '',
      name: '',
      phone: '',
      staffNumber: '',
      reason: 'invalid_email',
    })),
  ])
})

const waiting = async () =>
  (
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      db(),
    )
  ).rows.length

test('nor does an import that has read the list before bring the person back', async () => {
  const mark = 'kanarya6632'
  const { clientId, erase } = await addMarked(mark)
  const read = await upload(clientId, [`${mark}@example.com`, 'gulsah.kaya@example.com'])
  const { erasing, importing } = await db()
    .transaction()
    .execute(async (tx) => {
      await waitToInvite(tx, clientId)
      const erasing = erase()
      await expect.poll(waiting).toBe(1)
      const importing = server.runJobs()
      await expect.poll(waiting).toBe(2)
      return { erasing, importing }
    })
  expect((await erasing).status).toBe(204)
  await importing
  await server.runJobs()
  expect(await tracesIn(db(), [mark])).toEqual([])
  expect(await namesOf(clientId)).toEqual(['gulsah.kaya'])
  expect((await read()).status).toBe('done')
})

test('who an import brought back while the erasure waited for it is erased with it, and is not in its result', async () => {
  const mark = 'kanarya7743'
  const { clientId, erase } = await addMarked(mark)
  await sql`UPDATE memberships SET removed_at = now() WHERE client_id = ${clientId}`.execute(db())
  const emails = [`${mark}@example.com`]
  await upload(clientId, emails)
  const { erasing } = await db()
    .transaction()
    .execute(async (tx) => {
      const invitation = {
        rows: emails,
        role: 'candidate',
        group: '',
        inventoryIds: [],
        dueDate: null,
      } as const
      const by = { userId: cast.admin.userId, address: '' }
      const terms = { ...invitation, description: '', locale: 'tr', by } as const
      const result = await invite(tx, await clientOfJob(tx, clientId), terms)
      expect(result.created).toHaveLength(1)
      for (const job of await lockUnfinished(tx, clientId))
        await finishJob(tx, { clientId, id: job.id }, { status: 'done', result, request: job.request })
      const erasing = erase()
      await expect.poll(waiting).toBe(1)
      return { erasing }
    })
  expect((await erasing).status).toBe(204)
  await server.runJobs()
  expect(await tracesIn(db(), [mark])).toEqual([])
  expect(await namesOf(clientId)).toEqual([])
})

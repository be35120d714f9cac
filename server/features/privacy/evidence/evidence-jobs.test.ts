import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { erasePerson } from '#contract/erasure.ts'
import { evidencePdf, getEvidenceJob, listEvidenceJobs, startEvidenceJob } from '#contract/evidence.ts'
import { newId } from '#server/db/ids.ts'
import { deleteOld } from '#server/privacy/queries.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
interface Who {
  token: string
}
const start = (who: Who, clientId: string, body: { from?: string; to?: string } = {}) =>
  request(server.url, startEvidenceJob, { token: who.token, params: { clientId }, body })
const ofJob = (who: Who, clientId: string, jobId: string) => ({
  token: who.token,
  params: { clientId, jobId },
})
const jobOf = async (who: Who, clientId: string, jobId: string) =>
  (await request(server.url, getEvidenceJob, ofJob(who, clientId, jobId))).answer
const fetched = (who: Who, clientId: string, jobId: string) =>
  request(server.url, evidencePdf, ofJob(who, clientId, jobId))
const listed = async (who: Who, clientId: string) => {
  const { answer } = await request(server.url, listEvidenceJobs, { token: who.token, params: { clientId } })
  return answer.jobs.map(({ id }) => id)
}
const exported = async (clientId: string) => {
  const { rows } = await sql<{ by: string }>`
    SELECT actor_id AS by FROM audit_entries WHERE client_id = ${clientId} AND reason = 'evidence_pdf'`.execute(
    db(),
  )
  return rows.map(({ by }) => by)
}
/** A file of evidence that is there. */
async function made(who: Who, clientId: string): Promise<string> {
  const { status, answer } = await start(who, clientId)
  expect(status).toBe(202)
  await server.runJobs()
  expect((await jobOf(who, clientId, answer.id)).status).toBe('done')
  return answer.id
}
/** Starts what is made and stops at the tenth part of it, until `meanwhile` is over. */
async function stoppedHalfway(who: Who, clientId: string, jobId: string, meanwhile: () => Promise<void>) {
  const { making } = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`LOCK TABLE retention_runs IN ACCESS EXCLUSIVE MODE`.execute(tx)
      const making = server.runJobs()
      await expect.poll(async () => (await jobOf(who, clientId, jobId)).done).toBe(10)
      await meanwhile()
      return { making }
    })
  await making
}

test('evidence is made part by part, one at a time for each client, and is on record once it is taken', async () => {
  const clientId = cast.anadolu
  const period = { from: '2026-01-01', to: '2026-03-31' }
  const { status, answer } = await start(cast.manager, clientId, period)
  expect([status, answer]).toMatchObject([
    202,
    { status: 'waiting', done: 0, total: 0, own: true, finishedAt: null, ...period },
  ])
  expect((await fetched(cast.manager, clientId, answer.id)).code).toBe('not_found')
  await stoppedHalfway(cast.manager, clientId, answer.id, async () => {
    expect(await jobOf(cast.manager, clientId, answer.id)).toMatchObject({ status: 'running', total: 15 })
    // Also for somebody else, who learns how far it is and does not get it.
    const refused = await start(cast.admin, clientId)
    expect([refused.status, refused.code]).toEqual([409, 'evidence_under_way'])
    expect(refused.json).toMatchObject({ job: { id: answer.id, done: 10, total: 15, own: false, ...period } })
    expect(await listed(cast.admin, clientId)).toEqual([answer.id])
    expect((await start(cast.admin, cast.ege)).status).toBe(202)
  })
  expect(await jobOf(cast.manager, clientId, answer.id)).toMatchObject({
    status: 'done',
    done: 15,
    total: 15,
    problem: null,
    finishedAt: expect.any(String),
  })
  expect(await exported(clientId)).toEqual([])
  const { bytes, headers } = await fetched(cast.manager, clientId, answer.id)
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-')
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    / 2026-01-01 2026-03-31 \d{4}-\d\d-\d\d \d{4} /,
  )
  expect(await exported(clientId)).toEqual([cast.manager.userId])
  // It is among theirs when they come back, and among nobody else's.
  expect(await listed(cast.manager, clientId)).toEqual([answer.id])
  expect(await listed(cast.admin, clientId)).toEqual([])
  expect((await fetched(cast.admin, clientId, answer.id)).code).toBe('not_found')
  for (const entry of [getEvidenceJob, evidencePdf])
    expect((await request(server.url, entry, ofJob(cast.admin, cast.ege, answer.id))).code).toBe('not_found')
})

test('days in the wrong order are refused, and the file lies encrypted for a day', async () => {
  const clientId = await addClient(db())
  const wrong = await start(cast.admin, clientId, { from: '2026-02-01', to: '2026-01-01' })
  expect(wrong.code).toBe('invalid_request')
  const id = await made(cast.admin, clientId)
  const { rows } = await sql<{ file: Buffer; request: string; kept: number }>`
    SELECT file, request, extract(epoch FROM expires_at - created_at)::int AS kept FROM file_jobs WHERE id = ${id}`.execute(
    db(),
  )
  expect(rows[0]?.file.length).toBeGreaterThan(1000)
  expect(rows[0]?.file.includes('PDF')).toBe(false)
  expect([rows[0]?.request, rows[0]?.kept]).toEqual(['', 86_400])
  await sql`UPDATE file_jobs SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(db())
  expect((await fetched(cast.admin, clientId, id)).code).toBe('not_found')
  expect(await listed(cast.admin, clientId)).toEqual([])
  await deleteOld(db())
  expect((await sql`SELECT FROM file_jobs WHERE id = ${id}`.execute(db())).rows).toHaveLength(0)
})

test('an erasure takes away the files of its client, and ends the one that is being made', async () => {
  const clientId = await addClient(db())
  const erase = async (name: string) => {
    const { membershipId } = await addMember(db(), clientId, { role: 'employee', name })
    const { status } = await request(server.url, erasePerson, {
      token: cast.admin.token,
      params: { clientId, membershipId },
      body: { confirm: name },
    })
    expect(status).toBe(204)
  }
  const other = await made(cast.admin, cast.ege)
  const done = await made(cast.admin, clientId)
  await erase('Ayşe Bir')
  expect((await fetched(cast.admin, clientId, done)).code).toBe('not_found')
  const { answer } = await start(cast.admin, clientId)
  await stoppedHalfway(cast.admin, clientId, answer.id, () => erase('Ayşe İki'))
  expect(await jobOf(cast.admin, clientId, answer.id)).toMatchObject({
    status: 'failed',
    problem: { code: 'make_again' },
  })
  expect((await fetched(cast.admin, clientId, answer.id)).code).toBe('not_found')
  expect((await start(cast.admin, clientId)).status).toBe(202)
  expect((await fetched(cast.admin, cast.ege, other)).status).toBe(200)
  await server.runJobs()
})

test('a withdrawn consent takes away the files that count it: all of a whole test, of a scale those of its readers', async () => {
  const clientId = cast.ege
  const enable = (code: string, recipientIds: string[]) =>
    request(server.url, enableInventory, {
      token: cast.admin.token,
      params: { clientId, inventoryId: inventory(cast, code) },
      body: { legalBasis: 'Açık rıza', recipientIds, ...(code === 'SCL90' && { purpose: 'İş sağlığı' }) },
    })
  await enable('MYT', [cast.otherManager.userId])
  await enable('SCL90', [cast.otherManager.userId])
  const withdraw = async (code: string) => {
    const { token, assignmentId } = await addRunning(server, clientId, code)
    const files = [await made(cast.otherManager, clientId), await made(cast.admin, clientId)] as const
    expect((await request(server.url, withdrawConsent, { token, params: { assignmentId } })).status).toBe(204)
    return [
      (await fetched(cast.otherManager, clientId, files[0])).status,
      (await fetched(cast.admin, clientId, files[1])).status,
    ]
  }
  expect(await withdraw('MYT')).toEqual([404, 200])
  expect(await withdraw('SCL90')).toEqual([404, 404])
})

test('who is named for less than when their evidence was made does not get it any more', async () => {
  const params = { clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') }
  const name = (recipientIds: string[]) =>
    request(server.url, enableInventory, {
      token: cast.admin.token,
      params,
      body: { purpose: 'Tarama', legalBasis: 'Açık rıza', recipientIds },
    })
  const second = await addMember(db(), cast.anadolu, { role: 'manager', name: 'İkinci Okuyan' })
  await name([cast.manager.userId, second.userId])
  const id = await made(cast.manager, cast.anadolu)
  await name([second.userId])
  expect((await fetched(cast.manager, cast.anadolu, id)).code).toBe('not_found')
  await name([cast.manager.userId])
  expect((await fetched(cast.manager, cast.anadolu, id)).status).toBe(200)
})

test('a job that fails for good makes room for the next, and too many of all wait for none', async () => {
  const clientId = await addClient(db())
  const { answer } = await start(cast.admin, clientId)
  await sql`UPDATE file_jobs SET request = '{' WHERE id = ${answer.id}`.execute(db())
  for (let tries = 0; tries < 4; tries += 1) {
    await server.runJobs()
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(db())
  }
  const { status, problem } = await jobOf(cast.admin, clientId, answer.id)
  expect([status, problem?.code]).toEqual(['failed', 'internal_error'])
  const clients: string[] = []
  while (clients.length < 50) clients.push(await addClient(db()))
  const fill = sql`
    INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, expires_at)
    SELECT unnest(${clients}::uuid[]), ${newId()}, 'evidence', ${cast.admin.userId}, '', '', now() + interval '1 day'`
  await fill.execute(db())
  const full = await start(cast.admin, clientId)
  expect([full.code, full.headers.get('retry-after')]).toEqual(['service_unavailable', '60'])
  await sql`DELETE FROM file_jobs WHERE client_id = ANY (${clients}::uuid[])`.execute(db())
  expect((await start(cast.admin, clientId)).status).toBe(202)
})

import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { getSlipJob, maxSlips, slipJobPdf, startSlipJob } from '#contract/slips.ts'
import { newId } from '#server/db/ids.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { deleteOld } from '#server/privacy/queries.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addWaiting, namesOn } from '#test/support/slips.ts'
import { printSlips } from './jobs.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const everybody = { filter: { role: 'employee' as const } }
const waiting = (people: number) => addWaiting(server.database.db, inventory(cast, 'ENGLISH'), people)
const sent = (clientId: string) => ({ token: cast.admin.token, params: { clientId } })
const start = (clientId: string, body: object = everybody) =>
  request(server.url, startSlipJob, { ...sent(clientId), body })
const ofJob = (clientId: string, jobId: string) => ({
  token: cast.admin.token,
  params: { clientId, jobId },
})
const neverStops = new AbortController().signal
const recorded = async (clientId: string) => {
  const { rows } = await sql<{ quantity: number }>`
    SELECT (details ->> 'quantity')::int AS quantity FROM audit_entries
    WHERE action = 'slips_made' AND client_id = ${clientId} ORDER BY at`.execute(server.database.db)
  return rows.map(({ quantity }) => quantity)
}
const links = async (clientId: string) => {
  const { rows } = await sql<{ links: number; people: number }>`
    SELECT count(*)::int AS links, count(DISTINCT user_id)::int AS people FROM one_time_links
    WHERE client_id = ${clientId}`.execute(server.database.db)
  return [rows[0]?.links, rows[0]?.people]
}

test('a file of many slips is made in the background, and the next one goes on after it with the same links', async () => {
  const clientId = await waiting(maxSlips + 3)
  const { status, answer } = await start(clientId)
  expect([status, answer.status, answer.total, answer.finishedAt]).toEqual([202, 'waiting', 0, null])
  const early = await request(server.url, slipJobPdf, ofJob(clientId, answer.id))
  expect(early.code).toBe('not_found')
  await server.runJobs()
  const done = (await request(server.url, getSlipJob, ofJob(clientId, answer.id))).answer
  expect([done.status, done.done, done.total, done.problem]).toEqual(['done', 500, 500, null])
  const first = await request(server.url, slipJobPdf, ofJob(clientId, answer.id))
  expect(first.headers.get('content-type')).toBe('application/pdf')
  // Also somebody who did not have it made is on record, and in the file's name.
  const { rows: taken } = await sql<{ reason: string }>`
    SELECT reason FROM audit_entries WHERE client_id = ${clientId} AND action = 'export'`.execute(
    server.database.db,
  )
  expect(taken).toEqual([{ reason: 'slips_pdf' }])
  expect(first.headers.get('content-disposition')).toMatch(/ \d{4}-\d\d-\d\d \d{4} /)
  const names = await namesOn(first.bytes)
  expect([names.length, names[0], names.at(-1)]).toEqual([500, 'Kişi 0001', 'Kişi 0500'])

  const rest = await start(clientId, { ...everybody, after: done.next })
  await server.runJobs()
  const last = (await request(server.url, getSlipJob, ofJob(clientId, rest.answer.id))).answer
  const file = await request(server.url, slipJobPdf, ofJob(clientId, rest.answer.id))
  expect([last.next, await namesOn(file.bytes)]).toEqual([null, ['Kişi 0501', 'Kişi 0502', 'Kişi 0503']])
  expect(await links(clientId)).toEqual([503, 503])
  // Printed once more: no link more.
  await start(clientId, { ...everybody, after: done.next })
  await server.runJobs()
  expect(await links(clientId)).toEqual([503, 503])
  expect(await recorded(clientId)).toEqual([500, 3, 3])
})

test('slips of a server that dies are on record, once, also where the next one makes some more or none ever does', async () => {
  const { db } = server.database
  const clientId = await waiting(60)
  const { id } = (await start(clientId)).answer
  const dying = {
    db,
    log: pino({ level: 'silent' }),
    pdf: { renderSlips: () => Promise.reject(new Error('killed')) },
    config: { publicUrl: 'http://127.0.0.1:3000', slipKey: testSlipKey },
  }
  const run = () => {
    const current = { id: '1', createdAt: new Date(), attempt: 1, maxAttempts: 4, signal: neverStops }
    return printSlips.run({ clientId, id }, dying as unknown as JobDeps, current)
  }
  await expect(run()).rejects.toThrow('killed')
  expect([await links(clientId), await recorded(clientId)]).toEqual([[60, 60], [60]])
  await addAssignment(db, clientId, await addMember(db, clientId, { role: 'employee' }), { code: 'ENGLISH' })
  await expect(run()).rejects.toThrow('killed')
  expect([await links(clientId), await recorded(clientId)]).toEqual([
    [61, 61],
    [60, 1],
  ])
  await server.runJobs()
  expect((await request(server.url, getSlipJob, ofJob(clientId, id))).answer).toMatchObject({
    status: 'done',
    done: 61,
    total: 61,
  })
  expect(await recorded(clientId)).toEqual([60, 1])
})

test('a job whose server died in its last run holds up nobody', async () => {
  const { db } = server.database
  const clientId = await waiting(1)
  const { id } = (await start(clientId)).answer
  expect((await start(clientId)).code).toBe('slips_under_way')
  await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE payload ->> 'id' = ${id}`.execute(
    db,
  )
  expect((await start(clientId)).status).toBe(202)
  expect((await request(server.url, getSlipJob, ofJob(clientId, id))).answer).toMatchObject({
    status: 'failed',
    problem: { code: 'internal_error' },
  })
  await server.runJobs()
})

test('the file lies encrypted in the database, and is forgotten after an hour', async () => {
  const { db } = server.database
  const clientId = await waiting(2)
  const { answer } = await start(clientId)
  await server.runJobs()
  const { rows } = await sql<{ file: Buffer; request: string }>`
    SELECT file, request FROM file_jobs WHERE id = ${answer.id}`.execute(db)
  expect(rows[0]?.file.length).toBeGreaterThan(1000)
  expect(rows[0]?.file.includes('PDF')).toBe(false)
  expect(rows[0]?.request).toBe('')
  expect(Date.parse(answer.expiresAt) - Date.parse(answer.createdAt)).toBe(3_600_000)
  await sql`UPDATE file_jobs SET expires_at = now() - interval '1 second' WHERE id = ${answer.id}`.execute(db)
  for (const entry of [getSlipJob, slipJobPdf])
    expect((await request(server.url, entry, ofJob(clientId, answer.id))).code).toBe('not_found')
  await deleteOld(db)
  const { rows: left } = await sql`SELECT FROM file_jobs WHERE id = ${answer.id}`.execute(db)
  expect(left).toHaveLength(0)
})

test('a client has one file under way, another one is not held up, and too many of all wait for none', async () => {
  const { db } = server.database
  const [clientId, other] = [await waiting(1), await waiting(1)]
  const answers = await Promise.all(Array.from({ length: 5 }, () => start(clientId)))
  expect(answers.map(({ status, code }) => (status === 202 ? status : code)).toSorted()).toEqual([
    202,
    ...Array(4).fill('slips_under_way'),
  ])
  expect((await start(other)).status).toBe(202)
  await server.runJobs()
  expect((await start(clientId)).status).toBe(202)
  await server.runJobs()

  const clients: string[] = []
  while (clients.length < 50) clients.push(await addClient(db))
  await sql`
    INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, expires_at)
    SELECT unnest(${clients}::uuid[]), gen_random_uuid(), 'slips', ${cast.admin.userId}, '', '', now() + interval '1 hour'`.execute(
    db,
  )
  const full = await start(clientId)
  expect([full.code, full.headers.get('retry-after')]).toEqual(['service_unavailable', '60'])
  await sql`DELETE FROM file_jobs WHERE client_id = ANY (${clients}::uuid[])`.execute(db)
})

test('a job that cannot be done says why, and the next one may be asked for', async () => {
  const { db } = server.database
  const empty = await addClient(db)
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
    VALUES (${empty}, ${newId()}, ${cast.manager.userId}, 'employee', 'Testsiz', '')`.execute(db)
  const { answer } = await start(empty)
  await server.runJobs()
  const refused = (await request(server.url, getSlipJob, ofJob(empty, answer.id))).answer
  expect([refused.status, refused.problem?.code]).toEqual(['failed', 'nothing_to_open'])
  expect((await request(server.url, slipJobPdf, ofJob(empty, answer.id))).code).toBe('not_found')
  // Faults of the choice are reported at once.
  expect((await start(empty, {})).code).toBe('invalid_request')
  // One whose request is broken fails for good with its last try.
  const broken = (await start(empty)).answer.id
  await sql`UPDATE file_jobs SET request = '{' WHERE id = ${broken}`.execute(db)
  for (let tries = 0; tries < 4; tries += 1) {
    await server.runJobs()
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(db)
  }
  const given = (await request(server.url, getSlipJob, ofJob(empty, broken))).answer
  expect([given.status, given.problem?.code]).toEqual(['failed', 'internal_error'])
})

test('nobody reads or fetches a job of another client', async () => {
  const clientId = await waiting(1)
  const { id } = (await start(clientId)).answer
  await server.runJobs()
  for (const entry of [getSlipJob, slipJobPdf]) {
    const mixed = { token: cast.manager.token, params: { clientId: cast.anadolu, jobId: id } }
    expect((await request(server.url, entry, mixed)).code).toBe('not_found')
    expect((await request(server.url, entry, { ...mixed, params: { clientId, jobId: id } })).code).toBe(
      'not_found',
    )
  }
})

test('an erasure meanwhile ends the job, says to make it again, and leaves on record what was made', async () => {
  const { db } = server.database
  const clientId = await waiting(60)
  const jobId = (await start(clientId)).answer.id
  const idOf = async (name: string) =>
    await db
      .selectFrom('memberships')
      .select(['id', 'user_id'])
      .where('client_id', '=', clientId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  const [first, last] = [await idOf('Kişi 0001'), await idOf('Kişi 0060')]
  const { printing } = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM users WHERE id = ${last.user_id} FOR UPDATE`.execute(tx)
    const printing = server.runJobs()
    await expect
      .poll(async () => (await request(server.url, getSlipJob, ofJob(clientId, jobId))).answer.done)
      .toBe(50)
    const erased = await request(server.url, erasePerson, {
      token: cast.admin.token,
      params: { clientId, membershipId: first.id },
      body: { confirm: 'Kişi 0001' },
    })
    expect(erased.status).toBe(204)
    return { printing }
  })
  await printing
  const { answer } = await request(server.url, getSlipJob, ofJob(clientId, jobId))
  expect([answer.status, answer.problem?.code]).toEqual(['failed', 'make_again'])
  expect((await request(server.url, slipJobPdf, ofJob(clientId, jobId))).code).toBe('not_found')
  expect(await recorded(clientId)).toEqual([60])
  expect((await start(clientId)).status).toBe(202)
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { getJob } from '#contract/jobs.ts'
import { checkCopy } from '#contract/report-copies.ts'
import {
  listReportFiles,
  type makeReports as Make,
  makeReports,
  maxPdfReports,
  maxReportFiles,
  reportsPdf,
  reportsZip,
} from '#contract/report-files.ts'
import { reportPdf } from '#contract/reports.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { createPdfEngine, type PdfEngine } from '#server/pdf/engine.ts'
import { deleteOld } from '#server/privacy/queries.ts'
import { pdfInfo, pdfLinks, pdfText } from '#test/pdf.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { rowsOf } from '#test/support/sheet.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { filesOfZip } from '#test/support/zip-files.ts'
import { printReports } from './jobs.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Somebody of a group who has handed a test in. */
async function completed({ name = 'Ayşe Demir', group = '', code = 'ENGLISH' } = {}) {
  const running = await addRunning(server, cast.anadolu, code)
  await sql`UPDATE memberships SET name = ${name}, group_name = ${group} WHERE id = ${running.membershipId}`.execute(
    db(),
  )
  await submit(server, running)
  return running
}

type Body = NonNullable<Sent<typeof Make>['body']>
const start = (body: Partial<Body>, token = cast.manager.token) =>
  request(server.url, makeReports, {
    token,
    params: { clientId: cast.anadolu },
    body: { as: 'zip', purpose: 'placement', ...body },
    headers: { 'accept-language': 'en' },
  })
const ofJob = (jobId: string, token = cast.manager.token) => ({
  token,
  params: { clientId: cast.anadolu, jobId },
})
const job = async (jobId: string) => (await request(server.url, getJob, ofJob(jobId))).answer
const list = async (token = cast.manager.token) =>
  (await request(server.url, listReportFiles, { token, params: { clientId: cast.anadolu } })).answer.jobs
const check = (copyId: string, locale = 'en') =>
  request(server.url, checkCopy, { params: { copyId }, headers: { 'accept-language': locale } })
/** The id on the pages of a report. */
const copyOf = async (pdf: Uint8Array) =>
  /\/verify\/([\w-]{22})$/.exec((await pdfLinks(pdf))[0] ?? '')?.[1] ?? ''
const erase = (membershipId: string, confirm = 'Ayşe Demir') =>
  request(server.url, erasePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId },
    body: { confirm },
  })

describe('a ZIP file', () => {
  test('has a PDF for each report under a safe name, a list of them, and nothing sensitive', async () => {
    const people = [
      await completed({ group: 'Satış' }),
      await completed({ group: 'SATIŞ' }),
      await completed({ name: 'Ali / Can', group: '' }),
    ]
    const sensitive = await completed({ code: 'SCL90' })
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const all = [...people, sensitive, running].map(({ assignmentId }) => assignmentId)
    const { status, answer } = await start({ assignmentIds: all })
    expect([status, answer]).toEqual([
      202,
      expect.objectContaining({ state: 'waiting', done: 0, total: 3, leftOut: 2, as: 'zip', own: true }),
    ])
    const under = await start({ assignmentIds: all })
    expect([under.code, Object(under.json).job.id]).toEqual(['reports_under_way', answer.id])
    expect((await request(server.url, reportsZip, ofJob(answer.id))).code).toBe('not_found')
    await server.runJobs()
    const done = await job(answer.id)
    expect(done).toMatchObject({ kind: 'reports', state: 'done', done: 3, total: 3, problem: null })
    expect(done.file).toBe(`/api/clients/${cast.anadolu}/jobs/${answer.id}/reports.zip`)

    const file = await request(server.url, reportsZip, ofJob(answer.id))
    expect(file.headers.get('content-type')).toBe('application/zip')
    expect(Number(file.headers.get('content-length'))).toBe(file.bytes.length)
    const files = filesOfZip(Buffer.from(file.bytes))
    const day = new Date().toISOString().slice(0, 4)
    expect([...files.keys()].map((path) => path.replace(/\d{4}-\d\d-\d\d/, day))).toEqual([
      `Ali Can – ENGLISH – ${day}.pdf`,
      `Satış/Ayşe Demir – ENGLISH – ${day}.pdf`,
      `Satış/Ayşe Demir – ENGLISH – ${day} (2).pdf`,
      'List of reports.xlsx',
    ])
    const rows = rowsOf(files.get('List of reports.xlsx') ?? Buffer.alloc(0))
    expect(rows.map((row) => [row.get('A')?.value, row.get('F')?.value])).toEqual([
      ['Person', 'File'],
      ...[...files.keys()]
        .slice(0, 3)
        .map((path) => [path.includes('Ali') ? 'Ali / Can' : 'Ayşe Demir', path]),
    ])
    for (const [path, bytes] of [...files].slice(0, 3)) {
      const text = (await pdfText(bytes)).replace(/\s+/g, ' ')
      expect(text).toContain('purpose: Hiring or placing people')
      expect((await check(await copyOf(bytes))).answer).toEqual({
        initials: path.includes('Ali') ? 'A. C.' : 'A. D.',
        test: expect.stringContaining('English'),
        completedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        serial: expect.any(String),
        client: 'Anadolu Gıda A.Ş.',
        sha256: sha256(bytes),
      })
      expect(text).toContain((await check(await copyOf(bytes))).answer.serial)
    }
    // Encrypted, and for who asked for it alone.
    const { rows: stored } = await sql<{ clear: boolean; request: string }>`
      SELECT bool_or(position('%PDF'::bytea IN p.bytes) > 0 OR position('Demir'::bytea IN p.entry) > 0) AS clear, j.request
      FROM file_jobs j JOIN file_parts p ON p.job_id = j.id WHERE j.id = ${answer.id} GROUP BY j.request`.execute(
      db(),
    )
    expect(stored).toEqual([{ clear: false, request: '' }])
    const admin = cast.admin.token
    expect((await request(server.url, reportsZip, ofJob(answer.id, admin))).code).toBe('not_found')
    expect((await request(server.url, getJob, ofJob(answer.id, admin))).answer.file).toBeUndefined()
    expect((await list(admin)).map(({ id }) => id)).not.toContain(answer.id)

    await recorded(people[0]?.userId ?? '', people[0]?.assignmentId ?? '')
  })

  /** The download is on record for the client, for each person, and in the evidence. */
  async function recorded(userId: string, assignmentId: string): Promise<void> {
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['reason', 'actor_id', 'details'])
      .where('action', '=', 'export')
      .where((row) => row.or([row('subject_id', '=', userId), row('reason', '=', 'reports_zip')]))
      .orderBy('reason')
      .execute()
    expect(entries).toEqual([
      {
        reason: 'report_in_file',
        actor_id: cast.manager.userId,
        details: { code: 'ENGLISH', assignments: [assignmentId], purpose: 'placement' },
      },
      {
        reason: 'reports_zip',
        actor_id: cast.manager.userId,
        details: { quantity: 3, purpose: 'placement' },
      },
    ])
    const { json } = await request(server.url, evidenceJson, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    const text = JSON.stringify(json)
    expect(text.match(/"way":"file"/g)).toHaveLength(3)
    expect(text.match(/"what":"reports_zip"/g)).toHaveLength(1)
    expect(text).not.toContain('"what":"report_in_file"')
  }

  test('goes on after a restart with the reports that are not there', async () => {
    const ids = [
      (await completed()).assignmentId,
      (await completed()).assignmentId,
      (await completed()).assignmentId,
    ]
    const { answer } = await start({ assignmentIds: ids })
    const engine = createPdfEngine({ log: pino({ level: 'silent' }) })
    let drawn = 0
    const dying: Pick<PdfEngine, 'renderReport'> = {
      renderReport: (...given) => {
        drawn += 1
        return drawn < 3 ? engine.renderReport(...given) : Promise.reject(new Error('killed'))
      },
    }
    const deps = {
      db: db(),
      log: pino({ level: 'silent' }),
      pdf: dying,
      config: { publicUrl: 'http://127.0.0.1:3000', slipKey: testSlipKey },
    }
    const current = {
      id: '1',
      createdAt: new Date(),
      attempt: 1,
      maxAttempts: 4,
      signal: new AbortController().signal,
    }
    const key = { clientId: cast.anadolu, id: answer.id }
    await expect(printReports.run(key, deps as unknown as JobDeps, current)).rejects.toThrow('killed')
    await engine.close()
    expect(await job(answer.id)).toMatchObject({ state: 'running', done: 2, total: 3 })
    const kept = () =>
      db()
        .selectFrom('file_parts')
        .select(['place', 'sha256'])
        .where('job_id', '=', answer.id)
        .where('place', '<', 2)
        .orderBy('place')
        .execute()
    const before = await kept()
    await server.runJobs()
    expect(await job(answer.id)).toMatchObject({ state: 'done', done: 3, total: 3 })
    expect(await kept()).toEqual(before)
    const { bytes } = await request(server.url, reportsZip, ofJob(answer.id))
    const names = [...filesOfZip(Buffer.from(bytes)).keys()].map(
      (name) => /(?: \(\d\))?\.\w+$/.exec(name)?.[0],
    )
    expect(names).toEqual(['.pdf', ' (2).pdf', ' (3).pdf', '.xlsx'])
  })
})

test('one PDF has bookmarks, and each of its reports says that the whole file is unchanged', async () => {
  const people = [await completed({ group: 'Üretim' }), await completed({ name: 'Can Ak', group: 'Depo' })]
  const { answer } = await start({
    assignmentIds: people.map(({ assignmentId }) => assignmentId),
    as: 'pdf',
  })
  await server.runJobs()
  expect((await request(server.url, reportsZip, ofJob(answer.id))).code).toBe('not_found')
  const { bytes } = await request(server.url, reportsPdf, ofJob(answer.id))
  const info = await pdfInfo(bytes)
  expect([info.get('Title'), info.get('Tagged')]).toEqual(['Reports, Anadolu Gıda A.Ş.', 'yes'])
  const links = (await pdfLinks(bytes)).filter((link) => link.includes('/verify/'))
  expect(links).toHaveLength(2)
  const copies = await Promise.all(links.map((link) => check(link.split('/').at(-1) ?? '')))
  expect(copies.map(({ answer: copy }) => [copy.initials, copy.sha256])).toEqual([
    ['C. A.', sha256(bytes)],
    ['A. D.', sha256(bytes)],
  ])
  // Each report once, in the file itself.
  const { rows } = await sql<{ bytes: number }>`
    SELECT count(bytes)::int AS bytes FROM file_parts WHERE job_id = ${answer.id}`.execute(db())
  expect(rows).toEqual([{ bytes: 1 }])
})

describe('an erased person', () => {
  test('takes every file along that they are in, made or not, and their copies are as if they had never been', async () => {
    const [gone, stays] = [await completed(), await completed({ name: 'Can Ak' })]
    const single = async (assignmentId: string) => {
      const { bytes } = await request(server.url, reportPdf, {
        token: cast.manager.token,
        params: { assignmentId },
      })
      return copyOf(bytes)
    }
    const copies = [await single(gone.assignmentId), await single(stays.assignmentId)]
    const both = await start({ assignmentIds: [gone.assignmentId, stays.assignmentId] })
    await server.runJobs()
    const other = await start({ assignmentIds: [stays.assignmentId], as: 'pdf' })
    await server.runJobs()
    const unmade = await start({ assignmentIds: [gone.assignmentId, stays.assignmentId] })
    expect((await erase(gone.membershipId)).status).toBeLessThan(300)
    const left = (await list()).map(({ id, state }) => [id, state])
    expect(left).toContainEqual([other.answer.id, 'done'])
    expect(left).toContainEqual([unmade.answer.id, 'failed'])
    expect(left.map(([id]) => id)).not.toContain(both.answer.id)
    expect((await job(unmade.answer.id)).problem?.code).toBe('make_again')
    await server.runJobs()
    expect((await job(unmade.answer.id)).state).toBe('failed')
    const parts = await db()
      .selectFrom('file_parts')
      .select('job_id')
      .where('job_id', 'in', [both.answer.id, unmade.answer.id])
      .execute()
    expect(parts).toEqual([])
    const same = ({ status, json }: { status: number; json: unknown }) => {
      const { requestId: _, instance: __, ...problem } = Object(json)
      return { status, problem }
    }
    const unknown = same(await check('x'.repeat(22)))
    expect(unknown.status).toBe(404)
    expect(same(await check(copies[0] ?? ''))).toEqual(unknown)
    expect(same(await check('../x y'))).toEqual(unknown)
    expect((await check(copies[1] ?? '')).answer.initials).toBe('C. A.')
    // Kept for a legal hold alone.
    await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${stays.assignmentId}`.execute(db())
    expect(same(await check(copies[1] ?? ''))).toEqual(unknown)
  })
})

test('sensitive tests have no copy that can be checked, and their paper leads to the result as before', async () => {
  const { assignmentId } = await completed({ code: 'SCL90' })
  const count = async () =>
    (await db().selectFrom('report_copies').select('id').where('assignment_id', '=', assignmentId).execute())
      .length
  await request(server.url, reportPdf, { token: cast.manager.token, params: { assignmentId } })
  expect(await count()).toBe(0)
  expect((await start({ assignmentIds: [assignmentId] })).code).toBe('no_reports')
})

test('a file takes no report of another client, no more than fit, and what the filter finds', async () => {
  const theirs = await addRunning(server, cast.ege, 'ENGLISH')
  await submit(server, theirs)
  const { assignmentId } = await completed({ name: 'Zeynep Tek', group: 'Lojistik' })
  expect((await start({ assignmentIds: [assignmentId, theirs.assignmentId] })).code).toBe('not_found')
  expect((await start({ assignmentIds: [assignmentId], filter: {} })).status).toBe(400)
  expect((await start({ assignmentIds: [assignmentId] }, cast.otherManager.token)).code).toBe('not_found')
  const found = await start({ filter: { group: 'Lojistik' }, as: 'pdf' })
  expect(found.answer).toMatchObject({ total: 1, leftOut: 0 })
  await server.runJobs()
  await addCopies(assignmentId, maxPdfReports)
  const many = { filter: { user: (await ownerOf(assignmentId)) ?? '' } }
  expect((await start({ ...many, as: 'pdf' })).code).toBe('too_many_reports')
  expect((await start({ ...many, as: 'zip' })).answer).toMatchObject({ total: maxPdfReports + 1 })
})

test('a person has a few files at once, and each is forgotten after a day', async () => {
  await db().deleteFrom('file_jobs').execute()
  const { assignmentId } = await completed()
  const made: string[] = []
  for (let count = 0; count <= maxReportFiles; count += 1) {
    made.push((await start({ assignmentIds: [assignmentId] })).answer.id)
    await server.runJobs()
  }
  const files = await list()
  expect(files.map(({ id }) => id)).toEqual(made.slice(1).reverse())
  expect(Date.parse(files[0]?.expiresAt ?? '') - Date.parse(files[0]?.createdAt ?? '')).toBe(86_400_000)
  await sql`UPDATE file_jobs SET expires_at = now() - interval '1 second'`.execute(db())
  expect(await list()).toEqual([])
  expect((await request(server.url, reportsZip, ofJob(made.at(-1) ?? ''))).code).toBe('not_found')
  await deleteOld(db())
  expect((await sql`SELECT FROM file_parts`.execute(db())).rows).toEqual([])
})

const ownerOf = async (assignmentId: string) =>
  (await db().selectFrom('assignments').select('user_id').where('id', '=', assignmentId).executeTakeFirst())
    ?.user_id

/** The same result again, so many times. */
async function addCopies(assignmentId: string, count: number): Promise<void> {
  await sql`
    WITH one AS (SELECT * FROM results WHERE assignment_id = ${assignmentId}), copies AS MATERIALIZED (
      SELECT gen_random_uuid() AS assignment, gen_random_uuid() AS attempt FROM generate_series(1, ${count}::int)
    ), assigned AS (
      INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale,
                               status, created_at, created_by, started_at, ended_at)
      SELECT client_id, assignment, membership_id, user_id, inventory_id, version_id, '', locale, status, created_at,
             created_by, started_at, ended_at
      FROM assignments a, copies WHERE a.id = ${assignmentId}
    ), taken AS (
      INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
      SELECT client_id, attempt, assignment, user_id, version_id, locale, started_at, closed_at, closed_by, left(attempt::text, 12)
      FROM attempts t, copies WHERE t.assignment_id = ${assignmentId}
    )
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
    SELECT client_id, attempt, assignment, version_id, group_name, scores FROM one, copies`.execute(db())
}

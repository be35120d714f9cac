import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { openMagicLink } from '#contract/auth.ts'
import { getClient, listClients } from '#contract/clients.ts'
import { getAdminDashboard } from '#contract/dashboards.ts'
import { getDefinition } from '#contract/definitions.ts'
import type { AnswerOf, Call } from '#contract/kit.ts'
import { saveResponses } from '#contract/responses.ts'
import { search } from '#contract/search.ts'
import { getSystem } from '#contract/system.ts'
import { getUser, listUsers, removeUser } from '#contract/users.ts'
import { clientForErasing } from '#server/features/privacy/erasure/erase.ts'
import { addJob } from '#server/jobs/add.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { selfTest } from '../jobs.ts'
import { eraseOldCandidates } from './erase.ts'
import { type PublicCalls, publicCalls } from './public-calls.ts'
import { runSelfTest } from './run.ts'

let server: TestServer
let cast: Cast
let folder: string
let deps: JobDeps
const lines: string[] = []

beforeAll(async () => {
  folder = mkdtempSync('/tmp/terazi-self-test-')
  mkdirSync(join(folder, 'player'))
  for (const file of ['index.html', 'player/index.tr.html', 'player/index.en.html'])
    writeFileSync(join(folder, file), '<!doctype html><title>T</title><script src="/x.js"></script>')
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  server = await startTestServer({ webRoot: folder, log, selfTest: true })
  cast = await castOf(server)
  const { db } = server.database
  deps = {
    db,
    mailer: createMailer({ from: 'davet@terazi.example', db }),
    pdf: createPdfEngine({ log }),
    sheets: createSheetEngine(),
    log,
    config: {
      slipKey: testSlipKey,
      publicUrl: server.url,
      contactEmail: 'contact@terazi.test',
      operator: {},
      defaultLocale: 'tr',
      selfTest: true,
    },
  }
})
afterAll(async () => {
  await deps.pdf.close()
  await deps.sheets.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const seen: string[] = []
/** Calls as they are, with every link that was used. */
const watched = (calls: PublicCalls): PublicCalls => ({
  ...calls,
  page: (step, path) => {
    seen.push(path)
    return calls.page(step, path)
  },
})
const run = (turn: number) => runSelfTest(deps, turn, watched(publicCalls(server.url, async () => undefined)))

/** Everything that admins read of the whole platform. */
async function platform() {
  const { token } = cast.superuser
  const ask = async <C extends Call>(entry: C, more: object = {}): Promise<AnswerOf<C>> =>
    (await request(server.url, entry, { token, ...more })).answer
  const { clients, counts, series, lowQuotas } = await ask(getAdminDashboard)
  return {
    clients: (await ask(listClients)).count,
    dashboard: { clients, counts, series, lowQuotas },
    users: (await ask(listUsers)).count,
    found: await ask(search, { query: { q: 'terazi' } }),
    audit: (await ask(listAudit)).count,
    results: (await ask(getDefinition, { params: { code: 'AYT' } })).versions.map(({ results }) => results),
  }
}

const wrongQuotas = async () => {
  const { rows } = await sql`
    SELECT FROM quotas q WHERE available <> (SELECT sum(quantity) FROM quota_entries e
      WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id)`.execute(server.database.db)
  return rows.length
}

test('takes a test by the public address, and nobody finds any of it', async () => {
  const before = await platform()
  // Both tests that anybody may take, with both cases of each.
  for (const turn of [0, 1, 2, 3])
    expect(await run(turn)).toEqual({ proof: 'self_test', outcome: 'passed', seconds: expect.any(Number) })
  const { db } = server.database
  const { rows } = await sql<{ client: string; person: string; tests: number; codes: number }>`
    SELECT c.id AS client, max(a.user_id::text) AS person, count(*)::integer AS tests,
           count(DISTINCT a.inventory_id)::integer AS codes
    FROM clients c JOIN assignments a ON a.client_id = c.id AND a.status = 'completed'
    WHERE c.synthetic GROUP BY 1`.execute(db)
  const [own] = rows
  expect(own).toMatchObject({ tests: 4, codes: 2 })
  expect(await platform()).toEqual(before)
  expect(await wrongQuotas()).toBe(0)
  const { token } = cast.superuser
  const client = await request(server.url, getClient, { token, params: { clientId: own?.client ?? '' } })
  const params = { userId: own?.person ?? '' }
  const user = await request(server.url, getUser, { token, params })
  const removed = await request(server.url, removeUser, { token, params })
  expect([client.status, user.status, removed.status]).toEqual([404, 404, 404])
})

test('leaves no way in: links and sessions are over, and their secrets in no row and no line of the log', async () => {
  const { db } = server.database
  const path = seen.at(-1) ?? ''
  const [uid = '', token = ''] = path.split('/').slice(-2)
  const again = await request(server.url, openMagicLink, { params: { uid, token } })
  expect(again.status).toBeGreaterThanOrEqual(400)
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM sessions s JOIN users u ON u.id = s.user_id AND u.synthetic`.execute(
    db,
  )
  expect(rows).toEqual([{ open: 0 }])
  const { rows: links } = await sql`SELECT l::text FROM one_time_links l`.execute(db)
  expect(JSON.stringify(links)).not.toContain(token)
  expect(token.length).toBeGreaterThan(20)
  expect(lines.filter((line) => line.includes(token))).toEqual([])
})

test('says which step failed and what differed', async () => {
  const calls = publicCalls(server.url, async () => undefined)
  // As if an answer were stored that nobody gave.
  const wrong: PublicCalls = {
    ...calls,
    call(step, entry, sent) {
      const { responses } = Object(sent.body)
      if (entry.name === saveResponses.name && responses?.vb02) responses.vb02.value = 'a'
      return calls.call(step, entry, sent)
    },
  }
  expect(await runSelfTest(deps, 0, wrong)).toMatchObject({
    outcome: 'failed',
    step: 'stored',
    findings: [{ code: 'differs', what: 'vb02', expected: 'b', found: 'a' }],
  })
  const away = publicCalls('http://127.0.0.1:9', async () => undefined)
  expect(await runSelfTest(deps, 0, away)).toMatchObject({
    outcome: 'failed',
    step: 'page',
    findings: [{ code: 'unreachable' }],
  })
  // Nothing that a failed run leaves hinders the next one.
  expect(await run(0)).toMatchObject({ outcome: 'passed' })
})

test('a proxy that restarts is asked again, and an answer that is none is no answer', async () => {
  const pauses: number[] = []
  const paused = publicCalls(server.url, async (ms) => void pauses.push(ms))
  await expect(paused.page('page', '/api/no-such-call/')).rejects.toMatchObject({
    step: 'page',
    findings: [{ code: 'status', status: 404, problem: 'not_found' }],
  })
  expect(pauses).toEqual([])
  const away = publicCalls('http://127.0.0.1:9', async (ms) => void pauses.push(ms))
  await expect(away.page('page', '/')).rejects.toThrow()
  expect(pauses).toHaveLength(2)
  await expect(paused.page('page', '/x.js')).rejects.toMatchObject({ step: 'page' })
})

test('the job writes it down for the System page, and erases the candidates of a week ago', async () => {
  const { db } = server.database
  await sql`UPDATE memberships SET joined_at = now() - interval '8 days'
    WHERE client_id = (SELECT id FROM clients WHERE synthetic)`.execute(db)
  await addJob(db, selfTest, {})
  await server.runJobs([selfTest])
  const { proofs } = (await request(server.url, getSystem, { token: cast.admin.token })).answer
  expect(proofs.list.find(({ proof }) => proof === 'self_test')).toMatchObject({
    outcome: 'passed',
    state: 'good',
  })
  const { rows } = await sql<{ people: number; erased: number; answers: number }>`
    SELECT count(*)::integer AS people, count(erased_at)::integer AS erased,
           (SELECT count(DISTINCT attempt_id)::integer FROM responses
            WHERE client_id IN (SELECT id FROM clients WHERE synthetic)) AS answers
    FROM memberships WHERE client_id IN (SELECT id FROM clients WHERE synthetic)`.execute(db)
  const [left] = rows
  expect([left?.people, left?.answers]).toEqual([(left?.erased ?? 0) + 1, 1])
  expect(await wrongQuotas()).toBe(0)
  expect(await eraseOldCandidates(db, testSlipKey)).toBe(0)
})

test('a job of a client knows the own test’s, and no call does', async () => {
  const { db } = server.database
  const { rows } = await sql<{ id: string }>`SELECT id FROM clients WHERE synthetic`.execute(db)
  expect((await clientForErasing(db, rows[0]?.id ?? '')).id).toBe(rows[0]?.id)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAssignments, listAssignments } from '#contract/assignments.ts'
import { authToken } from '#contract/auth.ts'
import { getBrand } from '#contract/brand.ts'
import { listClients } from '#contract/clients.ts'
import { listFeedbackTests } from '#contract/feedback.ts'
import { listInventories } from '#contract/inventories.ts'
import { listJobProfiles } from '#contract/job-profiles.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { listReportFiles } from '#contract/report-files.ts'
import { getReport, type Report } from '#contract/reports.ts'
import { listShares, openShare } from '#contract/shares.ts'
import { rescore } from '#server/features/delivery/attempts/closing/rescore.ts'
import { request } from '#test/support/api.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { sampleReport } from './sample.ts'
import { demoAccounts, demoPassword, demoShare, seedDemo } from './seed.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await seedDemo({ ...server.database, slipKey: testSlipKey })
})
afterAll(() => server.close())

const signIn = async (username: string) =>
  (await request(server.url, authToken, { body: { username, password: demoPassword } })).answer

test.each(demoAccounts)('%s signs in with the demo password', async (email) => {
  const { user } = await signIn(email)
  const role = email.split('@')[0]
  expect(user.authority).toContain(role === 'reader' ? 'manager' : role)
})

test('the manager has confirmed the address that invoices go to, the one who never came has not', async () => {
  const { rows } = await server.database.pool.query<{ email: string; confirmed: boolean }>(`
    SELECT u.email, u.email_verified_at IS NOT NULL AS confirmed FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.role = 'manager' ORDER BY 1`)
  expect(rows).toEqual([
    { email: 'kaan.denizci@egelojistik.test', confirmed: false },
    { email: 'manager@demo.test', confirmed: true },
    { email: 'reader@demo.test', confirmed: true },
  ])
})

test('the first client has 40 people, 60 completed and 20 pending assignments', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  expect(clients.answer.results.map((client) => client.name)).toEqual(['Anadolu Gıda A.Ş.'])
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const employees = await request(server.url, listEmployees, { token, params })
  const candidates = await request(server.url, listCandidates, { token, params })
  expect([employees.answer.count, candidates.answer.count]).toEqual([26, 14])
  const decided = async (decision: string) => {
    const query = { decision, page_size: '1' }
    const lists = [listEmployees, listCandidates].map((list) =>
      request(server.url, list, { token, params, query }),
    )
    return (await Promise.all(lists)).map(({ answer }) => answer.count)
  }
  expect(await Promise.all(['shortlisted', 'hired', 'declined'].map(decided))).toEqual([
    [4, 3],
    [2, 0],
    [2, 1],
  ])
  const counts = await request(server.url, countAssignments, { token, params })
  expect(counts.answer).toMatchObject({ assigned: 80, completed: 60, pending: 20 })
})

test('the first client shares two results with somebody who has no account', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const { results } = (await request(server.url, listShares, { token, params })).answer
  expect(results).toMatchObject([{ state: 'active', reports: 2, available: 2, show: 'scores' }])
  const opened = await request(server.url, openShare, { body: demoShare })
  expect(opened.answer.reports).toHaveLength(2)
})

test('the first client has a job profile that began with the results of eight people', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const { results } = (await request(server.url, listJobProfiles, { token, params })).answer
  expect(results).toMatchObject([{ name: 'Vardiya amiri', people: 8, archivedAt: null }])
  expect(results[0]?.ranges.length).toBeGreaterThan(2)
})

test('the first client has a brand, with a small logo', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const { answer } = await request(server.url, getBrand, { token, params })
  expect(answer).toMatchObject({ color: '#0a7d55', logo: { height: 120 } })
  const logo = await (await fetch(`${server.url}${answer.logo?.url}`)).arrayBuffer()
  expect(logo.byteLength).toBeLessThan(10_240)
})

test('people of the first client may read feedback on the aptitude test, and got no mail about earlier results', async () => {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const { answer } = await request(server.url, listFeedbackTests, { token, params })
  expect(answer.filter(({ on }) => on).map(({ inventory }) => inventory.code)).toEqual(['AYT'])
  const { rows } = await server.database.pool.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_feedback_ready'`,
  )
  expect(rows).toEqual([])
})

test('who may read sensitive results was named on record, as an admin names them', async () => {
  const { rows } = await server.database.pool.query<{ code: string; readers: number }>(`
    SELECT details ->> 'code' AS code, jsonb_array_length(details -> 'recipients') AS readers FROM audit_entries
    WHERE action = 'inventory_enabled' AND client_id IS NOT NULL AND actor_id IS NOT NULL ORDER BY 1`)
  expect(rows).toEqual([
    { code: 'MYT', readers: 1 },
    { code: 'SCL90', readers: 1 },
  ])
})

test('each consent has what its page said of readers, so that people who take a test agree to the same text', async () => {
  const { rows } = await server.database.pool.query<{ notice_id: string; texts: number; silent: number }>(`
    SELECT notice_id, count(DISTINCT text_hash)::int AS texts, count(*) FILTER (WHERE recipients_text = '')::int AS silent
    FROM consents WHERE kind = 'explicit_consent' GROUP BY 1 ORDER BY 1`)
  expect(rows).toEqual([
    { notice_id: 'consent', texts: 1, silent: 0 },
    { notice_id: 'wellbeing', texts: 1, silent: 0 },
  ])
})

test('the demo participant has finished one test and has every other one waiting', async () => {
  const { token } = await signIn('participant@demo.test')
  const { answer } = await request(server.url, listInventories, {
    token: (await signIn('manager@demo.test')).token,
  })
  const own = await request(server.url, listOwnAssignments, { token })
  expect(own.answer.results.map(({ inventory, status }) => [inventory.code, status]).toSorted()).toEqual(
    answer.map(({ code }) => (code === 'AYT' ? ['AYT', 'completed'] : [code, 'pending'])).toSorted(),
  )
  const feedback = own.answer.results.find(({ status }) => status === 'completed')
  expect(feedback?.feedback).toBe(true)
})

test('applicants who were decided about have results, and six reports are on their way as a file', async () => {
  const { token, completed } = await completedOnes()
  const clients = await request(server.url, listClients, { token })
  const params = { clientId: clients.answer.results[0]?.id ?? '' }
  const query = { decision: 'shortlisted', page_size: '10' }
  const { results } = (await request(server.url, listCandidates, { token, params, query })).answer
  const taken = new Set(completed.map(({ user }) => user.id))
  expect(results.filter(({ userId }) => taken.has(userId))).toHaveLength(2)
  const files = (await request(server.url, listReportFiles, { token, params })).answer
  expect(files.jobs).toMatchObject([{ total: 6, problem: null }])
})

test('results are what scoring makes of the answers', async () => {
  for (const code of ['MYT', 'AYT', 'ENGLISH', 'SCL90'])
    expect(
      (await rescore(server.database.db, { code, number: undefined }, { apply: false })).changed,
    ).toEqual([])
})

async function completedOnes() {
  const { token } = await signIn('manager@demo.test')
  const clients = await request(server.url, listClients, { token })
  const { answer } = await request(server.url, listAssignments, {
    token,
    params: { clientId: clients.answer.results[0]?.id ?? '' },
    query: { status: 'completed', page_size: '100' },
  })
  return { token, completed: answer.results }
}

async function reportsOf(code: string) {
  const { token, completed } = await completedOnes()
  const reports = await Promise.all(
    completed
      .filter(({ inventory }) => inventory.code === code)
      .map(({ id }) => request(server.url, getReport, { token, params: { assignmentId: id } })),
  )
  return reports.map(({ answer }) => answer)
}

test('every group is compared in the main test', async () => {
  const reports = await reportsOf('MYT')
  expect(reports).toHaveLength(30)
  for (const report of reports) {
    expect(report.correct?.groupAverage).toBeGreaterThan(20)
    expect(report.categories.flatMap(({ scales }) => scales)).toHaveLength(16)
  }
})

test('the main test looks like people: around the norm, different, and not all to be trusted alike', async () => {
  const reports = await reportsOf('MYT')
  const Ts = reports.flatMap(({ categories }) =>
    categories.flatMap(({ scales }) => scales.flatMap(({ standardScore }) => standardScore ?? [])),
  )
  const mean = Ts.reduce((sum, T) => sum + T, 0) / Ts.length
  const sd = Math.sqrt(Ts.reduce((sum, T) => sum + (T - mean) ** 2, 0) / Ts.length)
  expect([Math.round(mean / 10), Math.round(sd / 5)]).toEqual([5, 2])
  const confidences = reports.map(({ validity }) => validity.confidence)
  expect(new Set(confidences)).toEqual(new Set(['high', 'medium', 'low']))
  expect(confidences.filter((each) => each === 'high').length).toBeGreaterThan(20)
})

test('people of the demo take different tests, in the time there is, after they were given them', async () => {
  const { completed } = await completedOnes()
  expect(new Set(completed.map(({ inventory }) => inventory.code)).size).toBe(4)
  const placed = await reportsOf('ENGLISH')
  expect(new Set(placed.map(({ placement }) => placement?.level)).size).toBeGreaterThan(2)
  for (const { createdAt, startedAt, completedAt, durationSeconds, progress } of completed) {
    expect([createdAt, startedAt, completedAt].toSorted()).toEqual([createdAt, startedAt, completedAt])
    expect(durationSeconds).toBeGreaterThan(120)
    expect(durationSeconds).toBeLessThanOrEqual(3300)
    expect(progress.answered).toBeGreaterThan(0.5 * progress.total)
  }
})

/** The database adds a group's scores up in another order. */
const rounded = (report: Report): unknown =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'number' ? Number(value.toFixed(9)) : value,
  )

test.each(['tr', 'en'] as const)(
  'the public sample report is what the demo shows of that person (%s)',
  async (locale) => {
    const { token } = await signIn('manager@demo.test')
    const [client] = (await request(server.url, listClients, { token })).answer.results
    const sample = (await sampleReport())(locale)
    const found = await request(server.url, listAssignments, {
      token,
      params: { clientId: client?.id ?? '' },
      query: { search: sample.candidate.name },
    })
    const own = found.answer.results.find(({ inventory }) => inventory.code === sample.inventory.code)
    const { answer } = await request(server.url, getReport, {
      token,
      params: { assignmentId: own?.id ?? '' },
      headers: { 'accept-language': locale },
    })
    // When it was taken, and under which number, is different in every demo.
    const { startedAt, completedAt, serial, assignmentId, durationSeconds } = sample
    const whole = { ...answer, startedAt, completedAt, serial, assignmentId, durationSeconds }
    // The platform's own look is on the public pages.
    expect(rounded({ ...whole, client: { name: whole.client.name } })).toEqual(rounded(sample))
  },
)

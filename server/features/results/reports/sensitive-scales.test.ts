import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { getClientDashboard } from '#contract/dashboards.ts'
import { disableInventory, enableInventory, listClientInventories } from '#contract/enablements.ts'
import { submitAttempt } from '#contract/participant.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

const sensitive = 'psikolojik_durum'

let server: TestServer
let cast: Cast
let assignmentIds: string[]

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  assignmentIds = []
  await enable()
  // A comparison needs this many people.
  for (let person = 0; person < 5; person++) assignmentIds.push(await addDone(person))
  await request(server.url, disableInventory, { token: cast.admin.token, params: params() })
})
afterAll(() => server.close())

/** Somebody who has taken MYT, answering in a way of their own. */
async function addDone(person: number): Promise<string> {
  const { token, assignmentId, started, choices } = await addRunning(server, cast.anadolu, 'MYT')
  const responses = Object.fromEntries(
    choices.map(({ id, options }, i) => [id, options[(i * (person + 1)) % options.length] ?? '']),
  )
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  return assignmentId
}

const params = () => ({ clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') })
const enable = () =>
  request(server.url, enableInventory, {
    token: cast.admin.token,
    params: params(),
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
const readAs = async (token: string) => {
  const read = { token, params: { assignmentId: assignmentIds[1] ?? '' } }
  return (await request(server.url, getReport, read)).answer
}
const scalesOf = ({ categories }: Awaited<ReturnType<typeof readAs>>) =>
  categories.flatMap(({ scales }) => scales)

test('a sensitive scale is seen by the named readers alone, from when it is enabled', async () => {
  const ofClient = async () =>
    (
      await request(server.url, listClientInventories, {
        token: cast.manager.token,
        params: { clientId: cast.anadolu },
      })
    ).answer.find(({ inventory: { code } }) => code === 'MYT')
  expect(await ofClient()).toMatchObject({ sensitive: false, enabled: false, recipients: [] })
  expect((await ofClient())?.sensitiveScales).toHaveLength(1)

  const before = await readAs(cast.manager.token)
  expect(scalesOf(before)).toHaveLength(15)
  expect(JSON.stringify(before)).not.toContain(sensitive)

  expect((await enable()).answer).toMatchObject({ enabled: true })
  const named = await readAs(cast.manager.token)
  const shown = scalesOf(named).find(({ key }) => key === sensitive)
  expect(shown?.standardScore).not.toBeNull()
  expect(shown?.groupAverage).toBeNull()
  // An operator is not named by their role.
  expect(scalesOf(await readAs(cast.admin.token)).map(({ key }) => key)).not.toContain(sensitive)

  await request(server.url, disableInventory, { token: cast.admin.token, params: params() })
  expect(await readAs(cast.manager.token)).toEqual(before)
})

test('the category of a hidden scale uses the others, so that it cannot be computed back', async () => {
  await enable()
  const categoryAs = async (token: string) => {
    const found = (await readAs(token)).categories.find(({ key }) => key === 'iletisim_ve_degerler')
    const scores = found?.scales.map(({ standardScore }) => standardScore ?? Number.NaN) ?? []
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    return { found, count: scores.length, mean }
  }
  for (const [token, count] of [
    [cast.manager.token, 5],
    [cast.admin.token, 4],
  ] as const) {
    const category = await categoryAs(token)
    expect(category.count).toBe(count)
    expect(category.found?.standardScore).toBeCloseTo(category.mean, 9)
    // The group's mean is the same for both: of the four others, and the reader who sees the fifth sees a note.
    const others = category.found?.scales.flatMap((scale) => scale.groupAverage ?? []) ?? []
    expect(others).toHaveLength(4)
    expect(category.found?.groupAverage).toBeCloseTo(others.reduce((sum, one) => sum + one, 0) / 4, 9)
    expect(category.found?.groupWithout).toHaveLength(count - 4)
  }
})

test('a sensitive scale is in no PDF of others and in no export', async () => {
  const pdf = await request(server.url, reportPdf, {
    token: cast.admin.token,
    params: { assignmentId: assignmentIds[1] ?? '' },
    query: { scores: sensitive },
  })
  expect([pdf.status, Object.keys(Object(pdf.json).message)]).toEqual([400, ['scores']])
  const csv = await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(csv.text).toMatch(/Doğru cevap sayısı|Number of right answers/)
  const lines = csv.text.trim().split('\n')
  expect(lines[0]).toMatch(/Psikolojik durum/)
  expect(lines.slice(1).every((line) => line.trim().endsWith('kısıtlı'))).toBe(true)
})

test('each reading of a sensitive scale is on record, and a PDF names its reader on each page', async () => {
  await enable()
  const assignmentId = assignmentIds[3] ?? ''
  const as = (token: string) => ({ token, params: { assignmentId } })
  for (const token of [cast.manager.token, cast.manager.token, cast.admin.token])
    await request(server.url, getReport, as(token))
  const pdf = await request(server.url, reportPdf, { ...as(cast.manager.token), query: { purpose: 'talk' } })
  const { rows } = await sql<{
    actor: string
    action: string
    reason: string | null
    sensitive: boolean
    purpose: string | null
  }>`
    SELECT actor_id AS actor, action, reason, details ->> 'sensitive' = 'true' AS sensitive,
      details ->> 'purpose' AS purpose FROM audit_entries
    WHERE details -> 'assignments' @> to_jsonb(${assignmentId}::text) AND subject_id IS NOT NULL
      AND action IN ('report_read', 'export') ORDER BY id`.execute(server.database.db)
  const read = {
    actor: cast.manager.userId,
    action: 'report_read',
    reason: null,
    sensitive: true,
    purpose: null,
  }
  const byAdmin = { ...read, actor: cast.admin.userId, sensitive: null }
  const copied = { ...read, action: 'export', reason: 'report_pdf', purpose: 'talk' }
  expect(rows.filter(({ actor }) => actor === cast.manager.userId)).toEqual([read, read, copied])
  expect(rows.find(({ actor }) => actor === cast.admin.userId)).toEqual(byAdmin)

  const { name } = await server.database.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', cast.manager.userId)
    .executeTakeFirstOrThrow()
  const pages = (await pdfText(pdf.bytes)).split('\f').slice(0, -1)
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages)
    expect(page).toMatch(
      new RegExp(
        `(Copy made by|Bu kopyayı alan:) ${name}, .*(purpose: to talk with the person|amaç: kişiyle görüşme)`,
      ),
    )
})

test('a copy for what the test was enabled for says what that is, on its pages and on record', async () => {
  await enable()
  await sql`UPDATE inventory_enablements SET purpose = 'Vardiya planı' WHERE client_id = ${cast.anadolu}`.execute(
    server.database.db,
  )
  const { bytes } = await request(server.url, reportPdf, {
    token: cast.manager.token,
    params: { assignmentId: assignmentIds[3] ?? '' },
  })
  expect(await pdfText(bytes)).toMatch(/(purpose|amaç): Vardiya planı/)
  const { rows } = await sql<{ details: unknown }>`
    SELECT details FROM audit_entries WHERE reason = 'report_pdf' ORDER BY id DESC LIMIT 1`.execute(
    server.database.db,
  )
  expect(rows[0]?.details).toMatchObject({ purpose: 'as_enabled', enabledFor: 'Vardiya planı' })
})

test('the number right of all ability items is a total: of 72, with the group beside it, never a scale', async () => {
  const { correct, categories } = await readAs(cast.manager.token)
  const right = categories
    .filter(({ key }) => !['planlama_ve_uyum', 'iletisim_ve_degerler'].includes(key))
    .flatMap(({ scales }) => scales)
  expect(right.map(({ max }) => max).reduce((sum, max) => sum + max, 0)).toBe(72)
  expect(correct?.count).toBe(right.reduce((sum, { raw }) => sum + (raw ?? 0), 0))
  expect(correct?.max).toBe(72)
  const counts = await Promise.all(
    assignmentIds.map(async (assignmentId) => {
      const one = await request(server.url, getReport, {
        token: cast.manager.token,
        params: { assignmentId },
      })
      return one.answer.correct?.count ?? Number.NaN
    }),
  )
  expect(correct?.groupAverage).toBeCloseTo(counts.reduce((sum, count) => sum + count, 0) / 5, 9)

  const { answer } = await request(server.url, getClientDashboard, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(JSON.stringify(answer)).toContain('"max":72')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { readContent } from '#server/features/inventories/content.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** The report of somebody who answered everything by its first option, but the items of some scales. */
async function takenBy(code: string, blank: readonly string[]) {
  const definition = (await readContent()).find((one) => one.code === code)
  const left = definition?.scales.flatMap((scale) =>
    blank.includes(scale.key) && scale.kind !== 'forced_choice' ? (scale.items ?? []) : [],
  )
  const { token, assignmentId, started, choices } = await addRunning(server, cast.anadolu, code)
  const responses = Object.fromEntries(
    choices.flatMap(({ id, options }) => (left?.includes(id) ? [] : [[id, options[0] ?? '']])),
  )
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  return assignmentId
}
const read = async (assignmentId: string) =>
  (await request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })).answer
const reportOf = async (code: string, blank: readonly string[]) => read(await takenBy(code, blank))
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

test("a category's share is the mean of the scales that its score is made of", async () => {
  const { categories } = await reportOf('MYT', ['kurallara_uyum_istegi'])
  const category = categories.find(({ key }) => key === 'planlama_ve_uyum')
  const scored = category?.scales.filter(({ standardScore }) => standardScore !== null) ?? []
  expect([category?.scales.length, scored.length]).toEqual([5, 4])
  expect(category?.standardScore).toBeCloseTo(mean(scored.map(({ standardScore }) => standardScore ?? 0)), 9)
  expect(category?.band).not.toBeNull()
  expect(category?.percentage).toBeCloseTo(mean(scored.map(({ percentage }) => percentage ?? 0)), 9)
})

test('a category with too few scored scales has neither score nor share', async () => {
  const { categories } = await reportOf('MYT', [
    ...['kurallara_uyum_istegi', 'sorumluluk_alma_becerisi', 'degisime_uyum_becerisi'],
    ...['planlama_zaman_yonetimi', 'maliyet_duyarlilik'],
  ])
  expect(categories.find(({ key }) => key === 'planlama_ve_uyum')).toMatchObject({
    standardScore: null,
    percentage: null,
    band: null,
    groupAverage: null,
  })
})

test('where no check could be judged, confidence is not called high', async () => {
  const assignmentId = await takenBy('MYT', [])
  const { db } = server.database
  const row = await db
    .selectFrom('results')
    .select('scores')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  const scores = { ...Object(row.scores), validity: { confidence: null, rules: [] } }
  await db
    .updateTable('results')
    .set({ scores: JSON.stringify(scores) })
    .where('assignment_id', '=', assignmentId)
    .execute()
  expect((await read(assignmentId)).validity).toEqual({ confidence: null, notes: [] })
})

test('“I prefer not to answer” is an answer without a score, and no blank', async () => {
  const { token, assignmentId, started, choices } = await addRunning(server, cast.anadolu, 'SCL90')
  // Two blanks, fifteen times the last option, which has no value.
  const responses = Object.fromEntries(
    choices.slice(2).map(({ id, options }, at) => [id, options.at(at < 15 ? -1 : 0) ?? '']),
  )
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  const { answered, itemCount, checklist, validity } = await read(assignmentId)
  expect([answered, itemCount, checklist?.answered]).toEqual([88, 90, 73])
  expect(validity.notes.find(({ id }) => id === 'unanswered')).toMatchObject({
    ok: true,
    name: 'Boş bırakılan sorular',
  })
})

test("the group's mean of a placement's total is that of the totals", async () => {
  const taken: string[] = []
  // A comparison needs this many people, each with some sections blank.
  for (const blank of [['a1'], ['b1'], ['c1', 'reading'], [], ['a1', 'b1', 'c1']])
    taken.push(await takenBy('ENGLISH', blank))
  const reports = await Promise.all(taken.map(read))
  const totals = reports.map(({ placement }) => placement?.total ?? Number.NaN)
  expect(reports[0]?.placement?.groupAverage).toBeCloseTo(mean(totals), 6)
})

test('a stored placement says how likely the level beside it is', async () => {
  const assignmentId = await takenBy('ENGLISH', [])
  const { db } = server.database
  const stored = await db
    .selectFrom('results')
    .select('scores')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  const reach = async (placement: object) => {
    const scores = Object(stored.scores)
    const changed = { ...scores, placement: { ...scores.placement, ...placement } }
    await db
      .updateTable('results')
      .set({ scores: JSON.stringify(changed) })
      .where('assignment_id', '=', assignmentId)
      .execute()
    return (await read(assignmentId)).placement
  }
  const b1 = { total: 47, level: 'B1', levelByTotal: 'B1', caps: [] }
  expect(await reach(b1)).toMatchObject({
    level: 'B1',
    cappedBy: null,
    neighbour: { level: 'B2', name: 'B2', percentage: expect.closeTo(44.06, 1) },
  })
  const cap = { scale: 'b1', percentage: 40, atMost: 'B1' }
  expect(await reach({ ...b1, total: 48, levelByTotal: 'B2', caps: [cap] })).toMatchObject({
    level: 'B1',
    cappedBy: 'b1',
    neighbour: { level: 'A2', percentage: expect.closeTo(0.42, 1) },
  })
})

test('a composite is in the report and in the file, one with a sensitive scale only for who may see that', async () => {
  const shipped = (await readContent()).find(({ code }) => code === 'MYT')
  if (shipped === undefined) throw new Error('MYT is not shipped')
  const parts = (...keys: string[]) => keys.map((scale) => ({ scale, weight: 1 }))
  const words = (name: string) => ({ name, description: 'Made of two.' })
  const composites = { order: words('Composite of order'), calm: words('Composite of calm') }
  await publishVersion(server.database.db, {
    ...shipped,
    version: shipped.version + 1,
    composites: [
      { key: 'order', parts: parts('planlama_zaman_yonetimi', 'kurallara_uyum_istegi') },
      { key: 'calm', parts: parts('ofke_ilimlilik', 'psikolojik_durum') },
    ],
    texts: { tr: { ...shipped.texts.tr, composites }, en: { ...shipped.texts.en, composites } },
  })
  const report = await reportOf('MYT', [])
  expect(report.composites.map(({ key }) => key)).toEqual(['order'])
  const of = (key: string) =>
    report.categories.flatMap(({ scales }) => scales).find((scale) => scale.key === key)?.standardScore ?? 0
  expect(report.composites[0]?.standardScore).toBeCloseTo(
    mean([of('planlama_zaman_yonetimi'), of('kurallara_uyum_istegi')]),
    9,
  )
  const csv = await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(csv.text).toContain('Composite of order, T')
  expect(csv.text).not.toContain('Composite of calm')
})

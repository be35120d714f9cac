import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  analyseForClient,
  analyseVersion,
  analysisCsv,
  type FullAnalysis,
  getAnalysis,
  getClientAnalysis,
} from '#contract/analyses.ts'
import type { BodyIn } from '#contract/kit.ts'
import { optionIds } from '#scoring/definition/lookup.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import { deleteTests } from '#server/features/privacy/erasure/test-queries.ts'
import { addApiKey, bearer } from '#test/support/api-keys.ts'
import { addAnswered } from '#test/support/answered.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { crowdAnswers } from '#test/support/crowd-answers.ts'
import { csvRecords } from '#test/support/csv-records.ts'
import { addMember, addReader } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { analysisJobs } from './analyses.ts'

let server: TestServer
let cast: Cast
const params = { code: 'ENGLISH', version: '3' }
/** The item with the wrong key, and the option that able people take. */
let planted: { id: string; option: string }
let english: NonNullable<Awaited<ReturnType<typeof publishedVersion>>>

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const found = await publishedVersion(server.database.db, { code: 'ENGLISH', number: 3 })
  const item = found?.definition.sections[1]?.items[4]
  if (found === undefined || item?.type !== 'single') throw new Error('not as expected')
  english = found
  const option = optionIds(found.definition, item).find((one) => one !== item.key)
  planted = { id: item.id, option: option ?? '' }
})
afterAll(() => server.close())

const db = () => server.database.db
const crowd = (people: number, seed?: number) =>
  crowdAnswers(english.definition, {
    people,
    planted: { [planted.id]: planted.option },
    ...(seed !== undefined && { seed }),
  })
const add = (
  clientId: string,
  people: number,
  { seed, ...more }: { seed?: number; locale?: 'tr' | 'en'; ago?: number } = {},
) =>
  addAnswered(
    db(),
    { clientId, code: 'ENGLISH', by: cast.admin.userId },
    crowd(people, seed).map((answers) => ({ answers, ...more })),
  )

async function analysed(body: BodyIn<typeof analyseVersion> = {}) {
  const token = cast.admin.token
  const asked = await request(server.url, analyseVersion, { token, params, body })
  expect(asked.status).toBe(202)
  await server.runJobs(analysisJobs)
  const { answer } = await request(server.url, getAnalysis, { token, params, query: body })
  expect(answer).toMatchObject({ state: 'done', problem: null })
  return answer
}
async function full(body: BodyIn<typeof analyseVersion> = {}): Promise<FullAnalysis> {
  const { analysis } = await analysed(body)
  if (analysis === null || analysis.few) throw new Error('not analysed')
  return analysis
}

test('nothing is said of fewer than thirty people', async () => {
  const before = await request(server.url, getAnalysis, { token: cast.admin.token, params })
  expect(before.answer).toEqual({ state: 'none', problem: null, takenAt: null, analysis: null, history: [] })
  await add(cast.anadolu, 29)
  expect(await analysed()).toMatchObject({ analysis: { few: true, filter: {} }, history: [] })
  const csv = await request(server.url, analysisCsv, { token: cast.admin.token, params })
  expect(csv.code).toBe('not_found')
})

test('a wrong key is found, the worst item first', async () => {
  await add(cast.anadolu, 171, { seed: 8 })
  const analysis = await full()
  const [worst] = analysis.items
  expect(worst).toMatchObject({
    id: planted.id,
    kind: 'scored',
    n: 200,
    section: { id: 'b1' },
    scale: { key: 'b1' },
    flags: [{ code: 'key', certain: true, option: { id: planted.option } }, { code: 'hard', option: null }],
    blanks: { omitted: 0, notReached: 0, timedOut: 0 },
    time: { n: 200 },
  })
  expect(worst?.words).not.toBe('')
  expect(worst?.rest?.value).toBeLessThan(0)
  expect(worst?.curve.map(({ n }) => n)).toEqual([40, 40, 40, 40, 40])
  const chosen = worst?.options.find(({ id }) => id === planted.option)
  expect(chosen?.upper).toBeGreaterThan((chosen?.lower ?? 1) + 0.2)
  expect(worst?.options.filter(({ isKey }) => isKey)).toHaveLength(1)
  const shares = worst?.options.reduce((sum, { share }) => sum + share, 0)
  expect(shares).toBeCloseTo(1)
  // The whole test, then its scales.
  expect(analysis.parts.map(({ key, whole, k }) => [key, whole, k])).toEqual([
    ['total', true, 75],
    ['a1', false, 20],
    ['b1', false, 20],
    ['c1', false, 20],
    ['reading', false, 15],
  ])
  const total = analysis.parts[0]?.reliability
  expect(total?.value).toBeGreaterThan(0.85)
  expect(total?.interval?.lower).toBeLessThan(total?.value ?? 0)
  // Items are in one language.
  expect(analysis.dif).toEqual({ reference: null, other: null, reason: 'one_language' })
})

test('client, language and days choose the people, and each person counts once by the first result', async () => {
  await add(cast.ege, 40, { seed: 9, locale: 'en', ago: 10 })
  expect((await full()).n).toBe(240)
  expect((await full({ client: cast.ege })).n).toBe(40)
  expect((await full({ locale: 'en' })).n).toBe(40)
  expect(await analysed({ client: cast.ege, locale: 'tr' })).toMatchObject({ analysis: { few: true } })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  expect((await full({ from: day(12), to: day(8) })).n).toBe(40)
  const { userId } = await addMember(db(), cast.ege)
  const twice = crowd(2, 11).map((answers, i) => ({ answers, userId, ago: i }))
  await addAnswered(db(), { clientId: cast.ege, code: 'ENGLISH', by: cast.admin.userId }, twice)
  expect((await full({ client: cast.ege })).n).toBe(41)
})

test('a table for spreadsheets has a row an item', async () => {
  await analysed()
  const { status, text, headers } = await request(server.url, analysisCsv, {
    token: cast.admin.token,
    params,
    headers: { 'accept-language': 'en' },
  })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('ENGLISH 3 analysis.csv')
  const rows = csvRecords(text)
  expect(rows).toHaveLength(75)
  expect(rows[0]).toMatchObject({ item: planted.id, scale: 'b1', flags: `key ${planted.option} · hard`, n: '241' })
  expect(Number(rows[0]?.rest_r)).toBeLessThan(0)
})

test('managers read of their own client, without the keys; others, readers and keys do not', async () => {
  const query = { code: 'ENGLISH', version: '3' }
  const body = { code: 'ENGLISH', version: 3 }
  const of = (clientId: string, token?: string) => ({ token, params: { clientId } })
  const mine = of(cast.anadolu, cast.manager.token)
  expect((await request(server.url, analyseForClient, { ...mine, body })).status).toBe(202)
  await server.runJobs(analysisJobs)
  const { answer } = await request(server.url, getClientAnalysis, { ...mine, query })
  if (answer.analysis === null || answer.analysis.few) throw new Error('not analysed')
  expect(answer.analysis).toMatchObject({ n: 200, filter: { client: cast.anadolu } })
  expect(answer.analysis.items[0]).toMatchObject({
    id: planted.id,
    options: [],
    flags: [{ code: 'key', option: null }, { code: 'hard', option: null }],
  })
  expect(answer.history).toEqual([])

  const theirs = of(cast.ege, cast.manager.token)
  expect((await request(server.url, getClientAnalysis, { ...theirs, query })).code).toBe('not_found')
  expect((await request(server.url, analyseForClient, { ...theirs, body })).code).toBe('not_found')
  // A test that the client never used.
  const unused = { ...mine, query: { code: 'AYT', version: '3' } }
  expect((await request(server.url, getClientAnalysis, unused)).code).toBe('not_found')

  await addReader(db(), cast.anadolu, cast.stranger.userId)
  const reader = of(cast.anadolu, cast.stranger.token)
  expect((await request(server.url, getClientAnalysis, { ...reader, query })).code).toBe('read_only')
  expect((await request(server.url, analyseForClient, { ...reader, body })).code).toBe('read_only')
  const { key } = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: ['results:read'] })
  const keyed = { ...of(cast.anadolu), headers: bearer(key), query }
  expect((await request(server.url, getClientAnalysis, keyed)).status).toBe(403)
  const admins = { token: cast.manager.token, params }
  expect((await request(server.url, getAnalysis, admins)).code).toBe('forbidden')
})

test('sensitive tests are not analysed', async () => {
  const token = cast.superuser.token
  const sensitive = { code: 'SCL90', version: '5' }
  const asked = await request(server.url, analyseVersion, { token, params: sensitive, body: {} })
  expect([asked.status, asked.code]).toEqual([409, 'sensitive_not_analysed'])
  const { answer } = await request(server.url, getAnalysis, { token, params: sensitive })
  expect(answer).toMatchObject({ state: 'none', problem: { code: 'sensitive_not_analysed' }, analysis: null })
})

test('an analysis that is under way is not begun again', async () => {
  const token = cast.admin.token
  const first = await request(server.url, analyseVersion, { token, params, body: {} })
  const second = await request(server.url, analyseVersion, { token, params, body: {} })
  expect(second.answer).toEqual(first.answer)
  const { answer } = await request(server.url, getAnalysis, { token, params })
  expect(answer).toMatchObject({ state: 'waiting', takenAt: null, analysis: null })
  await server.runJobs(analysisJobs)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM analyses WHERE filter = '{}'`.execute(db())
  expect(rows).toEqual([{ count: 1 }])
})

test('history has figures of a hundred people and of thirty more each time', async () => {
  const ns = async () => (await analysed()).history.map(({ n }) => n)
  const before = await ns()
  expect(before).toEqual([200, 240])
  await add(cast.ege, 28, { seed: 12 })
  expect(await ns()).toEqual(before)
  await add(cast.ege, 1, { seed: 13 })
  const { history } = await analysed()
  expect(history.at(-1)).toMatchObject({ n: 270, parts: [{ key: 'total' }, {}, {}, {}, {}] })
  expect(history.at(-1)?.flagged).toBeGreaterThan(0)
  // A choice of people has none.
  expect((await analysed({ locale: 'tr' })).history).toEqual([])
})

test('somebody who is erased leaves at once what was analysed, also what is being made, and is not in the next', async () => {
  const [person] = await add(cast.ege, 1, { seed: 14 })
  if (person === undefined) throw new Error('nobody was added')
  const { n } = await full()
  await full({ client: cast.anadolu })
  const token = cast.admin.token
  await request(server.url, analyseVersion, { token, params, body: { locale: 'tr' } })
  await db()
    .transaction()
    .execute((tx) => deleteTests(tx, { clientId: cast.ege, assignmentIds: [person.assignmentId] }))
  for (const query of [{}, { client: cast.anadolu }, { locale: 'tr' as const }]) {
    const { answer } = await request(server.url, getAnalysis, { token, params, query })
    expect(answer).toMatchObject({ state: 'none', analysis: null })
  }
  // The job that waited finds nothing to do.
  await server.runJobs(analysisJobs)
  expect((await full()).n).toBe(n - 1)
  // A consent that was withdrawn under a hold.
  const [held] = await add(cast.ege, 1, { seed: 15 })
  await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${held?.assignmentId ?? ''}`.execute(db())
  expect((await full()).n).toBe(n - 1)
})

test('languages are compared where both have a hundred people, and sensitive scales stay away', async () => {
  const myt = await publishedVersion(db(), { code: 'MYT', number: 6 })
  if (myt === undefined) throw new Error('MYT is not published')
  const { definition } = myt
  const items = definition.sections.flatMap((section) => section.items)
  const right = crowdAnswers(definition, { people: 220 })
  const people = right.map((answers, i) => {
    // Everybody agrees as much as they know, so that the scales hang together.
    const share = Object.values(answers).length === 0 ? 0 : (i % 5) + 1
    const likert = items.flatMap((item, at) =>
      item.type === 'likert' ? [[item.id, String(1 + ((share + (at % 2)) % 5))] as const] : [],
    )
    return { answers: { ...answers, ...Object.fromEntries(likert) }, locale: i % 2 === 0 ? ('tr' as const) : ('en' as const) }
  })
  await addAnswered(db(), { clientId: cast.anadolu, code: 'MYT', by: cast.admin.userId }, people)
  const token = cast.admin.token
  const of = { code: 'MYT', version: '6' }
  await request(server.url, analyseVersion, { token, params: of, body: {} })
  await server.runJobs(analysisJobs)
  const { answer } = await request(server.url, getAnalysis, { token, params: of })
  if (answer.analysis === null || answer.analysis.few) throw new Error('not analysed')
  const { dif, leftOut, parts, items: analysed } = answer.analysis
  expect(dif).toMatchObject({ reference: { n: 110 }, other: { n: 110 }, reason: null })
  expect(leftOut).toBe(9)
  expect(analysed).toHaveLength(items.length - 9)
  expect(parts.map(({ key }) => key)).not.toContain('psikolojik_durum')
  expect(parts.filter(({ kind }) => kind === 'likert')).toHaveLength(9)
  expect(analysed.some(({ dif: one }) => one?.etsClass != null)).toBe(true)
  expect(analysed.every(({ kind, p }) => kind === 'scored' || p === null)).toBe(true)
})

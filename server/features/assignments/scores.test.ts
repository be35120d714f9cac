import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAssignments, extendAssignments, remindAssignments } from '#contract/assignment-actions.ts'
import { listAssignments, resultsCsv } from '#contract/assignments.ts'
import { createJobProfile } from '#contract/job-profiles.ts'
import type { QueryIn } from '#contract/kit.ts'
import { makeReports } from '#contract/report-files.ts'
import { saveResponses } from '#contract/responses.ts'
import { isReliablyHigher } from '#scoring/score/rank-range.ts'
import { readContent } from '#server/features/inventories/content.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
let clientId: string
/** ENGLISH, each with so many right answers. */
const right = [70, 66, 52, 51, 30, 12]
const people: Running[] = []

async function take(code: string, count: number): Promise<Running> {
  const definition = (await readContent()).find((one) => one.code === code)
  const keys = new Map(
    definition?.sections.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.type === 'single' && typeof item.key === 'string' ? [[item.id, item.key]] : [],
      ),
    ),
  )
  const running = await addRunning(server, clientId, code)
  const responses = Object.fromEntries(
    running.choices.map(({ id, options }, index) => {
      const key = keys.get(id)
      const wrong = options.find((option) => option !== key) ?? ''
      return [id, index < count ? (key ?? options[0] ?? '') : wrong]
    }),
  )
  const body = { testId: running.started.testId, responses }
  await request(server.url, saveResponses, { token: running.token, body })
  await submit(server, running)
  return running
}

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  clientId = await addClient(server.database.db)
  for (const count of right) people.push(await take('ENGLISH', count))
})
afterAll(() => server.close())

const list = async (query: QueryIn<typeof listAssignments>) =>
  (await request(server.url, listAssignments, { token: cast.admin.token, params: { clientId }, query }))
    .answer
const english = { inventory: 'ENGLISH', scores: '1' } as const
const totals = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.results.map(({ scores }) => scores?.total?.value ?? null)

test('a test’s scores become part of the list, and it says which there are', async () => {
  const answer = await list(english)
  expect(answer.keys?.map(({ key }) => key)).toEqual(['total', 'a1', 'b1', 'c1', 'reading'])
  expect(answer.keys?.[0]).toMatchObject({ name: 'Toplam puan', unit: 'points', min: 0, max: 75, main: true })
  expect(answer.keys?.[0]?.bands.map(({ id }) => id)).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C1 plus'])
  expect(answer.results).toHaveLength(6)
  expect(answer.results.every(({ scores }) => scores?.total?.se === 3.6 && scores.total.band !== null)).toBe(
    true,
  )
  expect(answer.results.every(({ bracket }) => bracket === undefined)).toBe(true)
  // Without asking for them, nothing changes; an id asks for the same as a code.
  expect((await list({ inventory: 'ENGLISH' })).keys).toBeUndefined()
  const byId = await list({ ...english, inventory: inventory(cast, 'ENGLISH') })
  expect(byId.results).toEqual(answer.results)
})

test('the list is sorted by a score, with the places that each can have', async () => {
  const down = await list({ ...english, ordering: '-score:total' })
  const values = totals(down)
  expect(values).toEqual([...right].sort((a, b) => b - a))
  expect(totals(await list({ ...english, ordering: 'score:total' }))).toEqual([...values].reverse())
  const measured = values.map((value) => ({ value: value ?? Number.NaN, se: 3.6 }))
  expect(down.results.map(({ bracket }) => bracket)).toEqual(
    measured.map((own) => ({
      from: 1 + measured.filter((other) => isReliablyHigher(other, own)).length,
      to: 6 - measured.filter((other) => isReliablyHigher(own, other)).length,
      of: 6,
    })),
  )
  // A section has no known error, so nobody is placed.
  const bySection = await list({ ...english, ordering: '-score:a1' })
  expect(bySection.results.map(({ bracket }) => bracket)).toEqual(right.map(() => null))
  // Pages go on where the one before ends.
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      list({ ...english, ordering: '-score:total', page: String(page), page_size: '2' }),
    ),
  )
  expect(pages.flatMap(totals)).toEqual(values)
  expect(pages[0]?.results[0]?.bracket).toEqual(down.results[0]?.bracket)
})

test('the list is filtered by a range and by bands, and places are among those it finds', async () => {
  const range = await list({
    ...english,
    score: 'total',
    score_from: '50',
    score_to: '66',
    ordering: '-score:total',
  })
  expect([range.count, totals(range)]).toEqual([3, [66, 52, 51]])
  expect(range.results[0]?.bracket).toEqual({ from: 1, to: 1, of: 3 })
  const level = range.results[1]?.scores?.total?.band?.id ?? ''
  const banded = await list({ ...english, score: 'total', band: level })
  expect(banded.count).toBeGreaterThan(0)
  expect(banded.results.every(({ scores }) => scores?.total?.band?.id === level)).toBe(true)
})

test('an unfinished test comes last and has no scores', async () => {
  const running = await addRunning(server, clientId, 'ENGLISH')
  for (const ordering of ['score:total', '-score:total'] as const) {
    const answer = await list({ ...english, ordering })
    expect(answer.results.at(-1)).toMatchObject({ id: running.assignmentId })
    expect(answer.results.at(-1)).not.toHaveProperty('scores')
    expect(answer.results.at(-1)).not.toHaveProperty('bracket')
  }
  const ended = await list({ ...english, status: 'completed', ordering: '-score:total' })
  expect(ended.results[0]?.bracket?.of).toBe(6)
})

describe('nothing sensitive is listed', () => {
  test('of a sensitive test, for a named reader either', async () => {
    const answer = await request(server.url, listAssignments, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      query: { inventory: 'SCL90', scores: '1' },
    })
    expect([answer.status, answer.answer.keys]).toEqual([200, []])
    expect(answer.answer.results.every((row) => Object.keys(row.scores ?? {}).length === 0)).toBe(true)
  })

  test('of a sensitive scale', async () => {
    await take('MYT', 40)
    const query = { inventory: 'MYT', scores: '1' } as const
    const { keys, results } = await list(query)
    expect(keys?.map(({ key }) => key)).toContain('iletisim_ve_degerler')
    expect(JSON.stringify([keys, results])).not.toContain('psikolojik_durum')
    const refused = await request(server.url, listAssignments, {
      token: cast.admin.token,
      params: { clientId },
      query: { ...query, ordering: '-score:psikolojik_durum' },
    })
    expect([refused.status, Object(refused.json).message]).toEqual([
      400,
      { ordering: ['Bu raporda böyle bir puan yok.'] },
    ])
  })

  test('of a scale that is sensitive since the newest version, of older results either', async () => {
    await take('MYT', 40)
    const key = 'ofke_ilimlilik'
    const query = { inventory: 'MYT', scores: '1' } as const
    expect((await list(query)).results.some(({ scores }) => scores?.[key])).toBe(true)
    const other = { key: 'degisime_uyum_becerisi', from: 40, to: null }
    const { answer: profile } = await request(server.url, createJobProfile, {
      token: cast.admin.token,
      params: { clientId },
      body: { name: 'Depo', inventory: 'MYT', ranges: [{ key, from: 50, to: null }, other] },
    })
    const scalesOfFits = async () =>
      (await list({ ...query, profile: profile.id })).results.flatMap(({ fit }) =>
        fit === undefined ? [] : [fit.within + fit.near + fit.outside + fit.unknown],
      )
    expect(new Set(await scalesOfFits())).toEqual(new Set([2]))
    const definition = (await readContent()).find(({ code }) => code === 'MYT')
    if (definition === undefined) throw new Error('MYT ships with the product')
    await publishVersion(server.database.db, {
      ...definition,
      version: 90,
      scales: definition.scales.map((scale) => (scale.key === key ? { ...scale, sensitive: true } : scale)),
    })
    const { keys, results } = await list(query)
    expect(keys).not.toEqual([])
    expect(results.some(({ scores }) => scores !== undefined)).toBe(true)
    expect(JSON.stringify([keys, results])).not.toContain(key)
    expect(new Set(await scalesOfFits())).toEqual(new Set([1]))
    for (const asked of [{ ordering: `-score:${key}` }, { score: key, band: 'high' }] as const) {
      const refused = await request(server.url, listAssignments, {
        token: cast.admin.token,
        params: { clientId },
        query: { ...query, ...asked },
      })
      expect([asked, refused.status]).toEqual([asked, 400])
    }
  })
})

test('scores of no or two tests, of a key that the test does not have, or out of an unknown code are refused', async () => {
  const refused = async (query: QueryIn<typeof listAssignments>) => {
    const answer = await request(server.url, listAssignments, {
      token: cast.admin.token,
      params: { clientId },
      query,
    })
    return [answer.status, Object.keys(Object(Object(answer.json).message))]
  }
  expect(await refused({ scores: '1' })).toEqual([400, ['inventory']])
  expect(await refused({ scores: '1', inventory: 'ENGLISH,AYT' })).toEqual([400, ['inventory']])
  expect(await refused({ ordering: '-score:total' })).toEqual([400, ['inventory']])
  expect(await refused({ ...english, ordering: 'score:nothing' })).toEqual([400, ['ordering']])
  expect(await refused({ ...english, score: 'nothing' })).toEqual([400, ['score']])
  expect(await refused({ inventory: 'NOTHING' })).toEqual([400, ['inventory']])
})

test('a band or a range of no score is refused, and nothing is done to what its filter would find', async () => {
  const { token } = cast.admin
  const params = { clientId }
  const running = await addRunning(server, clientId, 'ENGLISH')
  for (const bound of [{ band: 'C1' }, { score_from: '60' }, { score_to: '60' }]) {
    const filter = { inventory: inventory(cast, 'ENGLISH'), ...bound }
    const answers = await Promise.all([
      request(server.url, cancelAssignments, { token, params, body: { filter } }),
      request(server.url, extendAssignments, { token, params, body: { filter, dueDate: '2999-01-01' } }),
      request(server.url, remindAssignments, { token, params, body: { filter } }),
      request(server.url, makeReports, { token, params, body: { filter, as: 'zip', purpose: 'evaluation' } }),
      request(server.url, resultsCsv, { token, params, query: filter }),
      request(server.url, listAssignments, { token, params, query: bound }),
      request(server.url, listAssignments, { token, params, query: { ...english, ...bound } }),
      request(server.url, listAssignments, {
        token,
        params,
        query: { ...english, ...bound, ordering: '-score:total' },
      }),
    ])
    for (const { status, text } of answers) {
      expect([bound, status]).toEqual([bound, 400])
      expect(Object.keys(Object(JSON.parse(text)).message)).toEqual(['score'])
    }
  }
  const { results } = await list({ status: 'in_progress' })
  expect(results.map(({ id }) => id)).toContain(running.assignmentId)
})

test('what a legal hold keeps after a withdrawn consent, and what is erased, is in no list and no place', async () => {
  const [first, second] = people
  const { db } = server.database
  const hold = (restricted: boolean) =>
    sql`UPDATE assignments
    SET restricted_at = ${restricted ? sql`now()` : null} WHERE id = ${first?.assignmentId ?? ''}`.execute(db)
  await hold(true)
  const held = await list({ ...english, status: 'completed', ordering: '-score:total' })
  expect(held.results.at(-1)).toMatchObject({ id: first?.assignmentId })
  expect(held.results.at(-1)).not.toHaveProperty('scores')
  expect(held.results[0]).toMatchObject({ id: second?.assignmentId, bracket: { of: 5 } })
  const found = await list({ ...english, score: 'total', score_from: '69' })
  expect(found.count).toBe(0)
  await hold(false)
  await sql`DELETE FROM results WHERE assignment_id = ${first?.assignmentId ?? ''}`.execute(db)
  expect((await list({ ...english, score: 'total', score_from: '69' })).count).toBe(0)
  const left = await list({ ...english, status: 'completed', ordering: '-score:total' })
  expect(left.results[0]).toMatchObject({ id: second?.assignmentId, bracket: { of: 5 } })
})

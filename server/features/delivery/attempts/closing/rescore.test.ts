import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { handIn } from './close.ts'
import { differencesOf, rescore, rescoreOlder } from './rescore.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

/** Somebody who has handed in, every item answered by its first option. */
async function addDone(code: string): Promise<string> {
  const { token, assignmentId, started, choices } = await addRunning(server, cast.anadolu, code)
  const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options[0] ?? '']))
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  return assignmentId
}
const scoresOf = async (assignmentId: string) =>
  (
    await server.database.db
      .selectFrom('results')
      .select('scores')
      .where('assignment_id', '=', assignmentId)
      .executeTakeFirstOrThrow()
  ).scores
/** A result as an older rule would have left it. */
async function spoil(assignmentId: string, path: string[], value: unknown) {
  const scores = structuredClone(await scoresOf(assignmentId))
  let here: unknown = scores
  for (const step of path.slice(0, -1)) here = Reflect.get(Object(here), step)
  Reflect.set(Object(here), path.at(-1) ?? '', value)
  await server.database.db
    .updateTable('results')
    .set({ scores: JSON.stringify(scores) })
    .where('assignment_id', '=', assignmentId)
    .execute()
}
const all = { code: 'ENGLISH', number: undefined }

test('what would change is said first, then changed and written down, then there is nothing left', async () => {
  const { db } = server.database
  const assignmentId = await addDone('ENGLISH')
  await addDone('ENGLISH')
  expect(await rescore(db, all, { apply: false })).toEqual({ results: 2, changed: [] })
  const right = await scoresOf(assignmentId)
  await spoil(assignmentId, ['placement', 'total'], 74)
  const wrong = await scoresOf(assignmentId)

  const expected = {
    results: 2,
    changed: [
      {
        clientId: cast.anadolu,
        assignmentId,
        version: expect.any(Number),
        differences: [{ path: 'placement.total', from: 74, to: Object(right).placement.total }],
      },
    ],
  }
  expect(await rescore(db, all, { apply: false })).toEqual(expected)
  expect(await scoresOf(assignmentId)).toEqual(wrong)
  expect(await rescore(db, all, { apply: true })).toEqual(expected)
  expect(await scoresOf(assignmentId)).toEqual(right)
  expect(await rescore(db, all, { apply: false })).toEqual({ results: 2, changed: [] })
  const entries = await db
    .selectFrom('audit_entries')
    .select(['client_id', 'details'])
    .where('action', '=', 'result_rescored')
    .execute()
  expect(entries).toMatchObject([
    { client_id: cast.anadolu, details: { code: 'ENGLISH', assignmentId, fields: ['placement.total'] } },
  ])
  expect(await rescore(db, { code: 'ENGLISH', number: 1 }, { apply: true })).toEqual({
    results: 0,
    changed: [],
  })
})

test('a server whose clock goes wrong scores by the clock of the database, as scoring again does', async () => {
  const { db } = server.database
  const { token, assignmentId, started, choices } = await addRunning(server, cast.anadolu, 'AYT')
  const responses = Object.fromEntries(choices.slice(0, 3).map(({ id, options }) => [id, options[0] ?? '']))
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  // A day ahead, the limit of forty minutes seems to be over.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  await handIn(db, { clientId: cast.anadolu, assignmentId })
  vi.useRealTimers()
  expect(Object(await scoresOf(assignmentId)).totals).toMatchObject({ answered: 3, omitted: 57, timedOut: 0 })
  expect(await rescore(db, { code: 'AYT', number: undefined }, { apply: false })).toEqual({
    results: 1,
    changed: [],
  })
})

test('of a sensitive result only the place is said', async () => {
  const assignmentId = await addDone('SCL90')
  await spoil(assignmentId, ['checklist', 'gsi'], 3.5)
  const { changed } = await rescore(
    server.database.db,
    { code: 'SCL90', number: undefined },
    { apply: false },
  )
  expect(changed.map(({ differences }) => differences)).toEqual([
    [{ path: 'checklist.gsi', from: null, to: null }],
  ])
})

test('nor of the category that a sensitive scale belongs to; another is said', async () => {
  const assignmentId = await addDone('MYT')
  const { categories, scales } = Object(await scoresOf(assignmentId))
  const place = (list: { key: string }[], key: string) => String(list.findIndex((one) => one.key === key))
  for (const key of ['planlama_ve_uyum', 'iletisim_ve_degerler'])
    await spoil(assignmentId, ['categories', place(categories, key), 'T'], 12)
  await spoil(assignmentId, ['scales', place(scales, 'psikolojik_durum'), 'T'], 12)
  const { changed } = await rescore(server.database.db, { code: 'MYT', number: undefined }, { apply: false })
  const found = changed.flatMap(({ differences }) => differences)
  expect(found.filter(({ from }) => from === 12).map(({ path }) => path)).toEqual([
    'categories.planlama_ve_uyum.T',
  ])
  expect(found.filter(({ from, to }) => from === null && to === null).map(({ path }) => path)).toEqual([
    'scales.psikolojik_durum.T',
    'categories.iletisim_ve_degerler.T',
  ])
})

test('nor does the record name the places of a sensitive scale, or anybody in whose result nothing else changed', async () => {
  const { db } = server.database
  const [both, alone] = [await addDone('MYT'), await addDone('MYT')]
  const { categories, scales } = Object(await scoresOf(both))
  const place = (list: { key: string }[], key: string) => String(list.findIndex((one) => one.key === key))
  for (const id of [both, alone]) await spoil(id, ['scales', place(scales, 'psikolojik_durum'), 'T'], 12)
  // The sensitive questions are among these, too.
  await spoil(alone, ['totals', 'answered'], 3)
  await spoil(both, ['categories', place(categories, 'planlama_ve_uyum'), 'T'], 12)
  await rescore(db, { code: 'MYT', number: undefined }, { apply: true })
  const entryOf = async (id: string) =>
    db
      .selectFrom('audit_entries')
      .select(['client_id', sql<string[]>`details -> 'fields'`.as('fields')])
      .where('action', '=', 'result_rescored')
      .where(sql`details ->> 'assignmentId'`, '=', id)
      .execute()
  expect(await entryOf(both)).toEqual([
    { client_id: cast.anadolu, fields: ['categories.planlama_ve_uyum.T'] },
  ])
  expect(await entryOf(alone)).toEqual([{ client_id: null, fields: [] }])
})

test('response quality from before sensitive questions were left out of it is judged again, once and alike for all', async () => {
  const { db } = server.database
  const [older, held, english] = [await addDone('MYT'), await addDone('MYT'), await addDone('ENGLISH')]
  const right = await scoresOf(older)
  const before = Object(right).validity.confidence === 'low' ? 'high' : 'low'
  for (const id of [older, held, english]) await spoil(id, ['scoring'], '1')
  await spoil(older, ['validity', 'confidence'], before)
  // Differences with another cause stay until somebody asks for a rescoring.
  await spoil(older, ['totals', 'answered'], 1)
  // Kept for a legal hold alone.
  await db.updateTable('assignments').set({ restricted_at: new Date() }).where('id', '=', held).execute()
  expect([await rescoreOlder(db), await rescoreOlder(db)]).toEqual([1, 0])
  expect(await scoresOf(older)).toEqual({
    ...Object(right),
    totals: { ...Object(right).totals, answered: 1 },
  })
  for (const id of [held, english]) expect(await scoresOf(id)).toMatchObject({ scoring: '1' })
  const entries = await db
    .selectFrom('audit_entries')
    .select(['client_id', 'actor_id', 'details'])
    .where('reason', '=', 'older_rules')
    .execute()
  expect(entries).toEqual([
    {
      client_id: cast.anadolu,
      actor_id: null,
      details: { code: 'MYT', quantity: 1, fields: ['scoring', 'validity'] },
    },
  ])
})

describe('differences', () => {
  test.each<[unknown, unknown, { path: string; from: unknown; to: unknown }[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [
      { a: 1 },
      { a: 2, b: 3 },
      [
        { path: 'a', from: 1, to: 2 },
        { path: 'b', from: null, to: 3 },
      ],
    ],
    [{ s: [{ key: 'x', T: 1 }] }, { s: [{ key: 'x', T: null }] }, [{ path: 's.x.T', from: 1, to: null }]],
    [{ l: ['a'] }, { l: [] }, [{ path: 'l.0', from: 'a', to: null }]],
    [{ p: null }, { p: { t: 1 } }, [{ path: 'p', from: null, to: { t: 1 } }]],
  ])('%j and %j', (from, to, expected) => expect(differencesOf(from, to)).toEqual(expected))
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GroupReport, getGroupReport, groupReportPdf, groupReportXlsx } from '#contract/group-reports.ts'
import type { QueryIn } from '#contract/kit.ts'
import { newId } from '#server/db/ids.ts'
import { pdfText } from '#test/pdf.ts'
import { uaFaults } from '#test/pdf-ua/check.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { rowsOf, sheetsOf } from '#test/support/sheet.ts'
import { addRunning, submit } from '#test/support/taking.ts'
import { addMonths } from './months.ts'

let server: TestServer
let cast: Cast
let clientId: string
/** A finished ENGLISH whose rows are copied for the others. */
let sample: string

const now = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Istanbul' }).format(new Date()).slice(0, 7)
const monthsAgo = (count: number) => addMonths(now, -count)

interface Copied {
  readonly group?: string
  /** The total score; without one the test isn't finished. */
  readonly total?: number
  readonly band?: string
  readonly ago?: number
  readonly minutes?: number
  readonly status?: 'pending' | 'expired' | 'cancelled'
  readonly begun?: boolean
  readonly at?: string
  readonly user?: string
}

/** Assigns the test to a person in the middle of a month, with a result like the sample's. @returns the assignment and its person */
async function add({ group = '', total, band = 'B1', ago = 0, minutes = 30, ...more }: Copied) {
  const { db } = server.database
  const {
    at = clientId,
    status = total === undefined ? 'pending' : 'completed',
    begun = total !== undefined,
  } = more
  const person = await addMember(db, at)
  const { membershipId } = person
  const userId = more.user ?? person.userId
  await sql`UPDATE memberships SET group_name = ${group} WHERE id = ${membershipId}`.execute(db)
  const [assignment, attempt] = [newId(), newId()]
  const created = sql`(${monthsAgo(ago)} || '-01')::timestamp AT TIME ZONE 'Europe/Istanbul'`
  await sql`
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status, created_at, created_by, started_at, ended_at)
    SELECT ${at}, ${assignment}, ${membershipId}, ${userId}, inventory_id, version_id, locale, ${status}, ${created}, created_by,
      CASE WHEN ${begun} THEN now() END, CASE WHEN ${status} <> 'pending' THEN now() END
    FROM assignments WHERE id = ${sample}`.execute(db)
  if (total === undefined) return { assignment, userId, membershipId }
  await sql`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
    SELECT ${at}, ${attempt}, ${assignment}, ${userId}, version_id, locale, now() - ${minutes}::int * interval '1 minute', now(), 'person',
      ${attempt.slice(-12)} FROM attempts WHERE assignment_id = ${sample}`.execute(db)
  await sql`
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, scores)
    SELECT ${at}, ${attempt}, ${assignment}, version_id, scores FROM results WHERE assignment_id = ${sample}`.execute(
    db,
  )
  await sql`
    INSERT INTO result_scores
      (client_id, attempt_id, assignment_id, membership_id, inventory_id, version_id, key, value, se, band)
    SELECT ${at}, ${attempt}, ${assignment}, ${membershipId}, inventory_id, version_id, key, CASE key WHEN 'total' THEN ${total}::int ELSE value END, se,
      CASE key WHEN 'total' THEN ${band} ELSE band END
    FROM result_scores WHERE assignment_id = ${sample}`.execute(db)
  return { assignment, userId, membershipId }
}

const addAll = async (copies: readonly Copied[]) => {
  const added: Awaited<ReturnType<typeof add>>[] = []
  for (const one of copies) added.push(await add(one))
  return added
}
const times = (count: number, copied: Copied): Copied[] =>
  Array.from({ length: count }, (_, at) => ({
    ...copied,
    ...(copied.total !== undefined && { total: copied.total + at }),
  }))

type Query = QueryIn<typeof getGroupReport>
const english = { inventory: 'ENGLISH' }
const read = async (query: Query = english, at = clientId): Promise<GroupReport> =>
  (await request(server.url, getGroupReport, { token: cast.admin.token, params: { clientId: at }, query }))
    .answer

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  clientId = await addClient(server.database.db)
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  await submit(server, running)
  sample = running.assignmentId
  await addAll([
    ...times(8, { group: 'A', total: 60, minutes: 20 }),
    ...times(6, { group: 'B', total: 30, band: 'A2', minutes: 40 }),
    ...times(5, { group: 'C', total: 45, minutes: 30 }),
    ...times(2, { group: 'D', total: 45 }),
    ...times(7, { group: 'A', begun: true, status: 'expired' }),
    ...times(6, { group: 'A' }),
    // Months before.
    ...times(9, { group: 'A', total: 10, ago: 8, minutes: 40 }),
    ...times(3, { group: 'B', total: 70, ago: 7, minutes: 20 }),
    // Not in the report any more.
    ...times(5, { group: 'E', total: 50, ago: 12 }),
  ])
})
afterAll(() => server.close())

test('people are counted once, by how far they came', async () => {
  const { from, to, funnel, people, version, versions, time } = await read()
  expect([from, to, people]).toEqual([monthsAgo(11), now, 33])
  expect(versions).toEqual([{ version, people: 33 }])
  expect(funnel).toMatchObject({ invited: 46, begun: 40, opened: 40, finished: 33 })
  expect(funnel.lost).toEqual([
    { after: 'invited', waiting: 6, expired: 0, refused: 0, cancelled: 0 },
    { after: 'opened', waiting: 0, expired: 0, refused: 0, cancelled: 0 },
    { after: 'begun', waiting: 0, expired: 7, refused: 0, cancelled: 0 },
  ])
  expect(time).toEqual({ lower: 1200, median: 1800, upper: 2400 })
})

test('a score has its mean, spread, error and bands', async () => {
  const { scores, keys } = await read()
  const total = scores.find(({ key }) => key === 'total')
  const values = [
    ...times(8, { total: 60 }),
    ...times(6, { total: 30 }),
    ...times(5, { total: 45 }),
    ...times(2, { total: 45 }),
    ...times(9, { total: 10 }),
    ...times(3, { total: 70 }),
  ]
  const mean = values.reduce((sum, one) => sum + (one.total ?? 0), 0) / values.length
  expect(total?.people).toBe(33)
  expect(total?.sem).toBeCloseTo(3.6, 8)
  expect(total?.mean).toBeCloseTo(mean, 8)
  expect(total?.bands.filter(({ people }) => people !== 0)).toEqual([
    { id: 'A2', people: 6 },
    { id: 'B1', people: 27 },
  ])
  expect(scores.map(({ key }) => key)).toEqual(keys.map(({ key }) => key))
})

test('the smallest group is hidden with another one, so that nobody follows from the rest', async () => {
  const { byGroup } = await read()
  // D has two people. 33 less A, B and C would be those two, so C is hidden too.
  expect(byGroup.map(({ name, people }) => [name, people])).toEqual([
    ['A', 17],
    ['B', 9],
    ['C', null],
    ['D', null],
  ])
  expect(byGroup.map(({ scores }) => scores.total?.people)).toEqual([17, 9, undefined, undefined])
})

test('neither people nor months can be chosen, so that two reports have no difference of a few people', async () => {
  for (const asked of [{ group: 'A' }, { from: now }, { to: now }])
    await expect(read({ ...english, ...asked } as Query)).rejects.toThrow('400')
})

test('a month is marked only where it differs reliably from those before, and small ones are hidden', async () => {
  const { byMonth } = await read()
  const people = Object.fromEntries(byMonth.map(({ month, people: count }) => [month, count]))
  // Three people in one month: with that of nine shown, all less the other months would be those three.
  expect([people[now], people[monthsAgo(8)], people[monthsAgo(7)], people[monthsAgo(6)]]).toEqual([
    21,
    null,
    null,
    0,
  ])
  const at = await addClient(server.database.db)
  await addAll([...times(9, { total: 10, ago: 8, at }), ...times(8, { total: 60, at })])
  const other = await read(english, at)
  expect(
    other.byMonth.map(({ scores }) => scores.total?.reliable).filter((one) => one !== undefined),
  ).toEqual([null, 'higher'])
})

test('how many people lack a score follows from no figure', async () => {
  const at = await addClient(server.database.db)
  const people = await addAll([
    ...times(12, { group: 'A', total: 40, at }),
    ...times(8, { group: 'B', total: 60, at }),
  ])
  const lacking = people.slice(-3).map(({ assignment }) => assignment)
  await sql`DELETE FROM result_scores WHERE key = 'total' AND assignment_id = ANY (${lacking}::uuid[])`.execute(
    server.database.db,
  )
  const report = await read(english, at)
  const total = report.scores.find(({ key }) => key === 'total')
  // The mean of 17 people has 17 below the line: 856 / 17 is not sent.
  expect(total).toMatchObject({ people: null, mean: 50.4, error: null, sem: null })
  expect(total?.bands.every(({ people: count }) => count === null)).toBe(true)
  expect(
    report.byGroup.map(({ name, people: count, scores }) => [name, count, scores.total?.people]),
  ).toEqual([
    ['A', 12, 12],
    ['B', 8, undefined],
  ])
  expect(report.byMonth.at(-1)).toMatchObject({ people: 20, scores: {} })
})

test('an unknown error of measurement makes the mean one unknown', async () => {
  const at = await addClient(server.database.db)
  const [one] = await addAll(times(6, { total: 40, at }))
  await sql`UPDATE result_scores SET se = NULL WHERE key = 'total' AND assignment_id = ${one?.assignment}`.execute(
    server.database.db,
  )
  const { scores } = await read(english, at)
  expect(scores.find(({ key }) => key === 'total')).toMatchObject({ people: 6, sem: null })
})

test('erased, withdrawn and held people are in no figure, and a repetition counts once', async () => {
  const at = await addClient(server.database.db)
  const people = await addAll(times(9, { total: 40, at }))
  const ids = people.map(({ assignment }) => assignment)
  expect((await read(english, at)).people).toBe(9)
  const { db } = server.database
  await sql`UPDATE assignments SET erased_at = now() WHERE id = ${ids[0]}`.execute(db)
  await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${ids[1]}`.execute(db)
  await sql`UPDATE memberships SET erased_at = now() WHERE id = ${people[2]?.membershipId}`.execute(db)
  await sql`UPDATE assignments SET status = 'cancelled', end_reason = 'consent_withdrawn' WHERE id = ${ids[3]}`.execute(
    db,
  )
  const left = await read(english, at)
  expect([left.people, left.funnel.invited, left.scores[0]?.people]).toEqual([5, 5, 5])
  await add({ total: 70, at, user: people[8]?.userId ?? '' })
  expect((await read(english, at)).people).toBe(5)
  await sql`UPDATE assignments SET erased_at = now() WHERE id = ${ids[4]}`.execute(db)
  const four = await read(english, at)
  expect([four.people, four.scores, four.quality.flags]).toEqual([null, [], []])
  expect(four.funnel).toMatchObject({ invited: null, opened: null, begun: null, finished: null })
})

test('versions are not mixed', async () => {
  const at = await addClient(server.database.db)
  const people = await addAll([...times(6, { total: 40, at }), ...times(5, { total: 60, at })])
  const { db } = server.database
  const version = newId()
  await sql`
    INSERT INTO inventory_versions (id, inventory_id, number, content_hash, definition)
    SELECT ${version}, v.inventory_id, 90, 'another', jsonb_set(v.definition, '{version}', '90')
    FROM inventory_versions v JOIN assignments a ON a.version_id = v.id WHERE a.id = ${sample}`.execute(db)
  const later = people.slice(6).map(({ assignment }) => assignment)
  for (const table of ['results', 'result_scores'] as const)
    await sql`UPDATE ${sql.table(table)} SET version_id = ${version} WHERE assignment_id = ANY (${later}::uuid[])`.execute(
      db,
    )
  const first = await read(english, at)
  expect([first.people, first.funnel.finished]).toEqual([6, 11])
  expect(first.versions).toEqual([
    { version: 90, people: 5 },
    { version: first.version, people: 6 },
  ])
  const second = await read({ ...english, version: '90' }, at)
  expect([second.version, second.people, second.scores.find(({ key }) => key === 'total')?.mean]).toEqual([
    90, 5, 62,
  ])
})

test('sensitive tests have no report, nor have sensitive scales', async () => {
  const refused = (query: Query) =>
    read(query).then(
      () => undefined,
      (error: unknown) => String((error as Error).message ?? error),
    )
  expect(await refused({ inventory: 'SCL90' })).toContain('Hassas')
  expect(await refused({ inventory: 'NOTHING' })).toContain('400')
  const { keys } = await read({ inventory: 'MYT' })
  expect(keys.map(({ key }) => key)).not.toContain('psikolojik_durum')
})

test('the page and its files are on record, with their purpose', async () => {
  const at = { token: cast.admin.token, params: { clientId }, headers: { 'accept-language': 'en' } }
  const query = { ...english, purpose: 'placement' } as const
  const pdf = await request(server.url, groupReportPdf, { ...at, query })
  expect(uaFaults(pdf.bytes)).toEqual([])
  expect(await pdfText(pdf.bytes)).toContain('Not shown')
  const { bytes } = await request(server.url, groupReportXlsx, { ...at, query })
  expect(sheetsOf(bytes)).toEqual(['Overview', 'Scores', 'Groups', 'Months', 'About this file'])
  const cells = rowsOf(bytes, 3).map((row) => [...row.values()].map(({ value }) => value))
  expect(cells).toContainEqual(['C', 'Total score', 'Not shown'])
  const { rows } = await sql<{ action: string; reason: string | null; details: object }>`
    SELECT DISTINCT action, reason, details FROM audit_entries
    WHERE client_id = ${clientId} AND details ->> 'code' = 'ENGLISH' ORDER BY action, reason`.execute(
    server.database.db,
  )
  expect(rows).toEqual([
    { action: 'export', reason: 'group_report_pdf', details: { code: 'ENGLISH', purpose: 'placement' } },
    { action: 'export', reason: 'group_report_xlsx', details: { code: 'ENGLISH', purpose: 'placement' } },
    { action: 'group_report_read', reason: null, details: { code: 'ENGLISH' } },
  ])
})

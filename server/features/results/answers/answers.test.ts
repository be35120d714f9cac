import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken } from '#contract/auth.ts'
import { responsesCsv } from '#contract/exports.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { Scores } from '#scoring/score/scores.ts'
import { printAnswers } from '#server/cli/answers.ts'
import { score } from '#server/cli/score.ts'
import { demoPassword, seedDemo } from '#server/demo/seed.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { request } from '#test/support/api.ts'
import { csvRecords } from '#test/support/csv-records.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'

let server: TestServer
let folder: string
const tokens = { admin: '', manager: '', reader: '' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-answers-'))
  server = await startTestServer()
  await seedDemo({ ...server.database, slipKey: testSlipKey })
  for (const who of ['admin', 'manager', 'reader'] as const) tokens[who] = await signIn(`${who}@demo.test`)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const signIn = async (username: string) =>
  (await request(server.url, authToken, { body: { username, password: demoPassword } })).answer.token

/** The clients and versions that have results. */
async function resulted(): Promise<{ clientId: string; client: string; version: Version }[]> {
  const { rows } = await sql<{ client_id: string; name: string; version_id: string }>`
    SELECT DISTINCT r.client_id, c.name, r.version_id FROM results r JOIN clients c ON c.id = r.client_id
    ORDER BY c.name, r.version_id`.execute(server.database.db)
  return Promise.all(
    rows.map(async ({ client_id, name, version_id }) => ({
      clientId: client_id,
      client: name,
      version: await getVersion(server.database.db, version_id),
    })),
  )
}

const one = async (code: string) => {
  const found = (await resulted()).find(({ version }) => version.definition.code === code)
  if (found === undefined) throw new Error(`nobody has taken ${code}`)
  const { clientId, version } = found
  return { clientId, version, code, number: String(version.definition.version) }
}

const download = (token: string, clientId: string, query: { code: string; version: string }, locale = 'tr') =>
  request(server.url, responsesCsv, {
    token,
    params: { clientId },
    query,
    headers: { 'accept-language': locale },
  })

/** Scores a file of answers by its definition, as somebody does with the command line. */
async function scored(definition: Definition, csv: string, locale: 'tr' | 'en') {
  const [inventory, responses] = [join(folder, 'definition.json'), join(folder, 'answers.csv')]
  writeFileSync(inventory, JSON.stringify(definition))
  writeFileSync(responses, csv)
  const notes: string[] = []
  const { persons } = await score({ inventory, responses, locale }, (line) => notes.push(line))
  return { persons, notes }
}

/** Scores without what a sensitive scale has a part in. */
function openPart(definition: Definition, { totals, sections, ...scores }: Scores) {
  const sensitive = new Set(definition.scales.filter((scale) => scale.sensitive).map(({ key }) => key))
  if (sensitive.size === 0) return { totals, sections, ...scores }
  const mixed = new Set(
    (definition.categories ?? []).flatMap((one) =>
      one.scales.some((key) => sensitive.has(key)) ? [one.key] : [],
    ),
  )
  return {
    ...scores,
    scales: scores.scales.filter(({ key }) => !sensitive.has(key)),
    categories: scores.categories.filter(({ key }) => !mixed.has(key)),
  }
}

test('score gives the stored scores for everyone in the demo, from the file of each test that is not sensitive', async () => {
  const files = (await resulted()).filter(({ version }) => !version.definition.sensitive)
  expect(new Set(files.map(({ version }) => version.definition.code))).toEqual(
    new Set(['AYT', 'ENGLISH', 'MYT']),
  )
  let people = 0
  for (const { clientId, version } of files) {
    const { definition } = version
    const query = { code: definition.code, version: String(definition.version) }
    const { text } = await download(tokens.admin, clientId, query)
    const { rows } = await sql<{ receipt: string; scores: unknown }>`
      SELECT t.receipt, r.scores FROM results r JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
      WHERE r.client_id = ${clientId} AND r.version_id = ${version.id} ORDER BY 1`.execute(server.database.db)
    const stored = rows.map(({ receipt, scores }) => ({
      respondent: receipt,
      ...openPart(definition, Scores.parse(scores)),
    }))
    for (const locale of ['tr', 'en'] as const) {
      const { persons } = await scored(definition, text, locale)
      const found = persons.map(({ respondent, ...scores }) => ({
        respondent,
        ...openPart(definition, scores),
      }))
      expect(found.toSorted((a, b) => (a.respondent < b.respondent ? -1 : 1))).toEqual(stored)
    }
    people += stored.length
  }
  expect(people).toBeGreaterThan(50)
})

test('a file has a receipt and no name, one form in every language, and nothing of a sensitive scale', async () => {
  const { clientId, version, code, number } = await one('MYT')
  const { text, headers } = await download(tokens.manager, clientId, { code, version: number })
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
    `cevaplar ${code} ${number} `,
  )
  expect((await download(tokens.manager, clientId, { code, version: number }, 'en')).text).toBe(text)
  const { rows: names } = await sql<{ name: string }>`SELECT name FROM memberships`.execute(
    server.database.db,
  )
  expect(names.filter(({ name }) => text.includes(name))).toEqual([])

  const [row] = csvRecords(text)
  expect(row).toMatchObject({
    respondent: expect.stringMatching(/^TRZ-/),
    language: 'tr',
    read_aloud: 'false',
    started: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    closed_by: 'person',
    quality: expect.stringMatching(/^(high|medium|low)$/),
    own_pace: 'false',
  })
  const columns = new Set(Object.keys(row ?? {}).map((column) => column.split(':')[0]))
  expect(version.sensitiveItems.size).toBeGreaterThan(0)
  for (const id of version.items.keys()) expect(columns.has(id), id).toBe(!version.sensitiveItems.has(id))
  // The places are those among the items in the file.
  const places = Object.entries(row ?? {}).flatMap(([column, cell]) =>
    column.endsWith(':order') ? [Number(cell)] : [],
  )
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, i) => i + 1))
})

describe('the file is refused', () => {
  test('for a sensitive test, by the call and the command', async () => {
    const { db } = server.database
    const { clientId, number } = await one('SCL90')
    for (const token of [tokens.manager, tokens.admin]) {
      const { status, json } = await download(token, clientId, { code: 'SCL90', version: number })
      expect(status).toBe(400)
      expect(json).toMatchObject({ message: { code: ['Hassas testlerin cevapları indirilemez'] } })
    }
    const which = { clientId, code: 'SCL90', number: Number(number) }
    await expect(printAnswers(db, which, async () => {})).rejects.toThrow('SCL90 is sensitive')
  })

  test('to readers, to other clients, and where there is no result', async () => {
    const { clientId, code, number } = await one('AYT')
    const query = { code, version: number }
    expect(await download(tokens.reader, clientId, query)).toMatchObject({ code: 'read_only' })
    const others = (await resulted()).find((other) => other.clientId !== clientId)
    const other =
      others?.clientId ??
      (await sql<{ id: string }>`SELECT id FROM clients WHERE id <> ${clientId}`.execute(server.database.db))
        .rows[0]?.id
    expect(await download(tokens.manager, other ?? '', query)).toMatchObject({ status: 404 })
    expect(await download(tokens.manager, clientId, { code, version: '99' })).toMatchObject({ status: 404 })
    await expect(
      printAnswers(server.database.db, { clientId, code, number: 99 }, async () => {}),
    ).rejects.toThrow('has no results of AYT in version 99')
  })
})

test('it is on record with its purpose before the first row leaves, and the command prints the same', async () => {
  const { db } = server.database
  const { clientId, code, number } = await one('AYT')
  const query = { code, version: number, purpose: 'reporting' } as const
  const { text } = await request(server.url, responsesCsv, {
    token: tokens.manager,
    params: { clientId },
    query,
  })
  const entries = async () =>
    db
      .selectFrom('audit_entries')
      .select(['reason', 'details', 'actor_id'])
      .where('action', '=', 'export')
      .where('client_id', '=', clientId)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  const details = { code, version: Number(number) }
  expect(await entries()).toMatchObject([
    { reason: 'answers_csv', details: { ...details, purpose: 'reporting' }, actor_id: expect.any(String) },
  ])
  let printed = ''
  await printAnswers(db, { clientId, code, number: Number(number) }, async (piece) => {
    if (printed === '')
      expect(await entries()).toMatchObject([{ reason: 'answers_csv', details, actor_id: null }])
    printed += piece
  })
  expect(printed).toBe(text)
})

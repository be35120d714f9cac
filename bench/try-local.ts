import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type KyselyPlugin, sql } from 'kysely'
import { clientOfJob } from '#server/authority/client.ts'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { connect, type Database } from '#server/db/database.ts'
import { findAssignments } from '#server/features/assignments/list-queries.ts'
import { countScored, countScores, findIdsByScore } from '#server/features/assignments/score-queries.ts'
import { addCrowd } from './crowd.ts'
import { askScoreLists, listedTest } from './lists.ts'
import { printLine } from './measure.ts'
import { startServer } from './server.ts'
const begin = Date.now()
const say = (...what: unknown[]) => console.log(((Date.now() - begin) / 1000).toFixed(1), ...what)
const postgres = await openBundledPostgres({ dataDir: '/tmp/prof-bench/load', log: () => undefined })
say('postgres')
let server = await startServer({ DATABASE_URL: postgres.url })
say('server')
const { db, close } = connect(postgres.url, 1, (error) => console.error(error.message))
await sql`SET statement_timeout = 0`.execute(db)
const marker = '/tmp/prof-bench/client'
if (!existsSync(marker))
  writeFileSync(marker, await addCrowd(db, { people: 20_000, assignments: 100_000, results: 20_000 }))
const clientId = readFileSync(marker, 'utf8')
say('crowd', clientId)
const explain: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'RawNode'
      ? { ...node, sqlFragments: [`EXPLAIN (ANALYZE, BUFFERS) ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] }
      : node,
  transformResult: async ({ result }) => {
    for (const row of result.rows as Record<string, string>[]) if (row['QUERY PLAN']) console.log('   ', row['QUERY PLAN'])
    return { ...result, rows: [] }
  },
}
const client = await clientOfJob(db, clientId)
const found = await listedTest(db, clientId)
console.log(found)
const { test: inventory, key, bands: band, pages } = found
const { rows: own } = await sql<{ versionId: string; value: number; se: number }>`SELECT version_id AS "versionId", value, se FROM result_scores WHERE client_id = ${clientId} AND inventory_id = ${inventory} AND key = ${key} ORDER BY value DESC LIMIT 10`.execute(db)
const page = { limit: 10, offset: 0 }
const byScore = { key, descending: true }
const work: [string, (on: Database) => Promise<unknown>][] = [
  ['first page', (on) => findIdsByScore(on, client, byScore, { inventory }, page)],
  ['deep page', (on) => findIdsByScore(on, client, byScore, { inventory }, { limit: 10, offset: (pages - 1) * 10 })],
  ['beyond', (on) => findIdsByScore(on, client, byScore, { inventory }, { limit: 10, offset: pages * 30 })],
  ['count of band', (on) => countScored(on, client, key, { inventory, score: key, band })],
  ['places', (on) => countScores(on, client, { own, key }, { inventory })],
  ['places of group', (on) => countScores(on, client, { own, key }, { inventory, group: 'Hat 5' })],
  ['plain', (on) => findAssignments(on, client, { inventory }, '-createdAt', page)],
  ['band by date', (on) => findAssignments(on, client, { inventory, score: key, band }, '-createdAt', page)],
]
for (const [name, run] of work) {
  const times: number[] = []
  for (let round = 0; round < 30; round += 1) {
    const start = performance.now()
    await run(db)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  say(name, 'median', times[15]?.toFixed(1), 'p95', times[28]?.toFixed(1))
  await run(db.withPlugin(explain) as unknown as Database).catch((error: unknown) => console.log(String(error)))
}
await close()
for await (const figure of askScoreLists(server, clientId, found)) printLine(figure)
say('end')
await server.stop()
await postgres.stop()
process.exit(0)

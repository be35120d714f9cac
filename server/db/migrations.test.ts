import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beforeMovements } from '#test/fixtures/before-movements.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { migrate } from './migrate.ts'

let database: { url: string; drop: () => Promise<void> }
let client: pg.Client

const ask = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows

const balances = `
  SELECT client_id, inventory_id, count(*)::int AS entries, sum(quantity)::int AS sum FROM quota_entries
  GROUP BY 1, 2 ORDER BY 1, 2`
const sumsByHand = `
  SELECT client_id, version_id, "group" AS group_name, s ->> 'key' AS key,
    sum((s ->> 'percentage')::numeric)::int AS total, count(*)::int AS count
  FROM results r, jsonb_array_elements(scores -> 'scales') s, LATERAL (VALUES (''), (group_name)) g ("group")
  WHERE s ->> 'percentage' IS NOT NULL AND s ->> 'key' <> 'hidden' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
let before: unknown[]
let sums: unknown[]

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url, '0021_commands.sql')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(beforeMovements)
  before = await ask(balances)
  sums = await ask(sumsByHand)
  await migrate(database.url)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('the ledger of an older release keeps every unit, and its balances', async () => {
  expect(before).toHaveLength(4)
  expect(await ask(balances)).toEqual(before)
  expect(
    await ask(`
      SELECT FROM quotas q WHERE available <> (
        SELECT sum(quantity) FROM quota_entries e WHERE (e.client_id, e.inventory_id) = (q.client_id, q.inventory_id))`),
  ).toEqual([])
})

test('each entry of an older release gets what was left after it', async () => {
  expect(
    await ask(`
      SELECT FROM (
        SELECT balance, sum(quantity) OVER (PARTITION BY client_id, inventory_id ORDER BY created_at, id) AS left
        FROM quota_entries) e
      WHERE balance IS DISTINCT FROM e.left`),
  ).toEqual([])
})

test('what one transaction did for one reason is a movement, of each client and test its own', async () => {
  const movements = await ask(`
    SELECT c.name AS client, i.code, kind, reason, count(*)::int AS units, sum(quantity)::int AS sum,
      min(e.created_at) = max(e.created_at) AS "atOnce", count(*) FILTER (WHERE opens)::int AS opening
    FROM quota_entries e JOIN clients c ON c.id = e.client_id JOIN inventories i ON i.id = e.inventory_id
    WHERE NOT (e.created_at BETWEEN '2026-02-02' AND '2026-02-03')
    GROUP BY c.name, i.code, kind, reason, command_id ORDER BY 1, min(e.created_at), 2, 5, 3`)
  const one = { atOnce: true, opening: 1 }
  const of = (client: string) => {
    const movement = (code: string, kind: string, reason: string, units: number, sum: number) => ({
      ...{ client, code, kind, reason, units, sum },
      ...one,
    })
    const taken = (code: string) => movement(code, 'assignment', '', 2000, -2000)
    const back = (code: string, reason: string, units: number) =>
      movement(code, 'return', reason, units, units)
    return [
      ...['A', 'A', 'B', 'B'].map((code) => movement(code, 'addition', 'order', 1, 2500)),
      ...[taken('A'), taken('B')],
      ...[300, 300, 100].map((units) => back('A', 'cancelled', units)),
      ...[back('A', 'past_due', 100), back('B', 'past_due', 100)],
      movement('A', 'assignment', 'extended', 10, -10),
    ]
  }
  expect(movements).toEqual([...of('One'), ...of('Two')])
  // Fifty that were given one by one are fifty movements in each client.
  expect(
    await ask(`
      SELECT count(DISTINCT (client_id, command_id))::int AS movements, count(*) FILTER (WHERE opens)::int AS opening
      FROM quota_entries WHERE created_at BETWEEN '2026-02-02' AND '2026-02-03'`),
  ).toEqual([{ movements: 100, opening: 100 }])
  // The first of its entries opens a movement.
  expect(
    await ask(`
      SELECT FROM quota_entries e WHERE opens AND EXISTS (
        SELECT FROM quota_entries x WHERE (x.client_id, x.command_id, x.inventory_id) = (e.client_id, e.command_id, e.inventory_id)
          AND (x.created_at, x.id) < (e.created_at, e.id))`),
  ).toEqual([])
})

test('a process of the release before still writes, a movement for each unit', async () => {
  await client.query('BEGIN')
  const { rows } = await client.query(`
    INSERT INTO quota_entries (client_id, id, inventory_id, quantity, kind, assignment_id)
    SELECT client_id, gen_random_uuid(), inventory_id, -1, 'assignment', id FROM assignments LIMIT 3
    RETURNING command_id, opens`)
  await client.query('ROLLBACK')
  expect(new Set(rows.map((row) => row.command_id)).size).toBe(3)
  expect(rows.every((row) => row.opens)).toBe(true)
})

test('the means of groups are those of the results that were there, and go on from them', async () => {
  const summed = `
    SELECT client_id, version_id, group_name, key, sum(total)::int AS total, sum(count)::int AS count
    FROM (SELECT client_id, version_id, group_name, key, total, count FROM group_sums
          UNION ALL SELECT client_id, version_id, group_name, key, total, count FROM group_sum_changes) s
    WHERE key <> '' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
  expect(sums).toHaveLength(20)
  expect(await ask(summed)).toEqual(sums)
  const people = `
    SELECT c.name, v.content_hash AS test, group_name AS "group", count(*)::int AS people, sum(results)::int AS results
    FROM group_people p JOIN clients c ON c.id = p.client_id JOIN inventory_versions v ON v.id = p.version_id
    WHERE results > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
  const of = (name: string) => [
    { name, test: 'A', group: '', people: 1000, results: 1000 },
    { name, test: 'A', group: 'g', people: 400, results: 400 },
    { name, test: 'A', group: 'h', people: 600, results: 600 },
    { name, test: 'B', group: '', people: 100, results: 100 },
    { name, test: 'B', group: 'g', people: 100, results: 100 },
  ]
  expect(await ask(people)).toEqual([...of('One'), ...of('Two')])

  await client.query('BEGIN')
  await client.query(
    `DELETE FROM results WHERE group_name = 'h' AND ctid IN (SELECT ctid FROM results WHERE group_name = 'h' LIMIT 7)`,
  )
  await client.query(
    `UPDATE results SET group_name = 'h' WHERE ctid IN (SELECT ctid FROM results WHERE group_name = 'g' LIMIT 5)`,
  )
  expect(await ask(summed)).toEqual(await ask(sumsByHand))
  await client.query('ROLLBACK')
})

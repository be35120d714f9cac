import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { findGroupMeans } from './queries.ts'
import { foldGroups } from './results.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** Somebody of a group who has taken ENGLISH, answering in a way of their own. */
async function addDone(
  person: number,
  group: string,
  answers = 75,
): Promise<{ assignmentId: string; userId: string }> {
  const { token, assignmentId, userId, started, choices } = await addRunning(server, cast.anadolu, 'ENGLISH')
  await server.database.db
    .updateTable('memberships')
    .set({ group_name: group })
    .where('user_id', '=', userId)
    .execute()
  const responses = Object.fromEntries(
    choices
      .slice(0, answers)
      .map(({ id, options }, i) => [id, options[(i * (person + 1)) % options.length] ?? '']),
  )
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  return { assignmentId, userId }
}

/** The same reckoned from the results themselves. */
async function reckoned(group: { clientId: string; versionId: string; name: string }) {
  const { rows } = await sql<{ key: string; mean: number; people: number }>`
    SELECT s ->> 'key' AS key, avg((s ->> 'percentage')::numeric)::float8 AS mean,
      count(DISTINCT a.user_id)::float8 AS people
    FROM results r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id,
      jsonb_array_elements(r.scores -> 'scales') s
    WHERE r.client_id = ${group.clientId} AND r.version_id = ${group.versionId}
      AND (r.scores #>> '{totals,answered}')::int >= 15
      AND (${group.name} = '' OR r.group_name = ${group.name}) AND s ->> 'percentage' IS NOT NULL
    GROUP BY 1`.execute(server.database.db)
  return rows
}

test('the means of a group are those of its results, after any changes and at any time', async () => {
  const { db } = server.database
  const done: { assignmentId: string; userId: string }[] = []
  for (let person = 0; person < 7; person++) done.push(await addDone(person, person < 5 ? 'Depo' : ''))
  const { version_id: versionId } = await db
    .selectFrom('results')
    .select('version_id')
    .executeTakeFirstOrThrow()
  const group = (name: string) => ({ clientId: cast.anadolu, versionId, name })

  const agrees = async (name: string, size: number) => {
    const { size: found, means } = await findGroupMeans(db, group(name), 5)
    expect(found).toBe(size)
    const wanted = (await reckoned(group(name))).filter(({ people }) => people >= 5)
    expect([...means.keys()].sort()).toEqual(wanted.map(({ key }) => key).sort())
    for (const { key, mean } of wanted) expect(means.get(key)).toBeCloseTo(mean, 9)
  }
  const both = async (depo: number, all: number) => {
    await agrees('Depo', depo)
    await agrees('', all)
    await foldGroups(db)
    await agrees('Depo', depo)
    await agrees('', all)
  }
  await both(5, 7)
  expect((await findGroupMeans(db, group('Depo'), 5)).means.size).toBeGreaterThan(0)

  // Scored again: one scale of one person is not scored any more, another has changed.
  const of = (index: number) => done[index]?.assignmentId ?? ''
  await sql`
    UPDATE results SET scores = jsonb_set(jsonb_set(scores, '{scales,0,percentage}', 'null'), '{scales,1,percentage}', '12.5')
    WHERE assignment_id = ${of(0)}`.execute(db)
  await both(5, 7)

  await addDone(9, 'Depo')
  await both(6, 8)

  // The means leave out people who answered less than a fifth of the questions, and include those who answered a fifth.
  const blank = await addDone(10, 'Depo', 14)
  await both(6, 8)
  await sql`DELETE FROM results WHERE assignment_id = ${blank.assignmentId}`.execute(db)
  await both(6, 8)
  const few = await addDone(11, 'Depo', 15)
  await both(7, 9)
  await sql`DELETE FROM results WHERE assignment_id = ${few.assignmentId}`.execute(db)

  await sql`DELETE FROM results WHERE assignment_id = ${of(1)}`.execute(db)
  await both(5, 7)
  await sql`DELETE FROM results WHERE assignment_id IN (${of(2)}, ${of(3)})`.execute(db)
  await both(3, 5)
  expect((await findGroupMeans(db, group('Depo'), 5)).means.size).toBe(0)
})

test('a sensitive scale is never summed up', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM result_parts('{"scales": [{"key": "a", "percentage": 50.5, "sensitive": false},
      {"key": "b", "percentage": 10, "sensitive": true}, {"key": "c", "percentage": null}]}')`.execute(
    server.database.db,
  )
  expect(rows.map(({ key }) => key)).toEqual(['', 'a'])
})

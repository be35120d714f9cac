import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { responsesCsv } from '#contract/exports.ts'
import { acceptLateAnswers } from '#contract/late-answers.ts'
import { submitAttempt } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { csvRecords } from '#test/support/csv-records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const download = async (token = cast.manager.token, clientId = cast.anadolu) =>
  request(server.url, responsesCsv, { token, params: { clientId }, query: { code: 'ENGLISH', version: '3' } })

const addResult = async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const params = { assignmentId: running.assignmentId }
  await request(server.url, submitAttempt, { token: running.token, params, body: {} })
  return running
}

test('no file of another client, nor of a version that nobody took', async () => {
  expect(await download()).toMatchObject({ status: 404 })
  await addResult()
  expect(await download()).toMatchObject({ status: 200 })
  expect(await download(cast.otherManager.token)).toMatchObject({ status: 404 })
  expect(await download(cast.otherManager.token, cast.ege)).toMatchObject({ status: 404 })
})

test('every result is there once, over several pages of tests that were assigned at one moment', async () => {
  const many = 230
  const { assignmentId } = await addResult()
  await sql`
    WITH one AS (SELECT * FROM results WHERE assignment_id = ${assignmentId}), copies AS MATERIALIZED (
      SELECT gen_random_uuid() AS assignment, gen_random_uuid() AS attempt FROM generate_series(1, ${many}::int)
    ), assigned AS (
      INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale,
                               status, created_at, created_by, started_at, ended_at)
      SELECT client_id, assignment, membership_id, user_id, inventory_id, version_id, '', locale, status, created_at,
             created_by, started_at, ended_at
      FROM assignments a, copies WHERE a.id = ${assignmentId}
    ), taken AS (
      INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
      SELECT client_id, attempt, assignment, user_id, version_id, locale, started_at, closed_at, closed_by, attempt::text
      FROM attempts t, copies WHERE t.assignment_id = ${assignmentId}
    )
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
    SELECT client_id, attempt, assignment, version_id, group_name, scores FROM one, copies`.execute(
    server.database.db,
  )
  const { text } = await download()
  const respondents = csvRecords(text).map(({ respondent }) => respondent)
  expect(new Set(respondents).size).toBe(respondents.length)
  expect(respondents.length).toBe(many + 2)

  const which = ['--client', cast.anadolu, '--code', 'ENGLISH', '--version', '3']
  const env = { PATH: process.env.PATH, DATABASE_URL: server.database.url }
  const command = spawnSync(process.execPath, ['server/cli/main.ts', 'responses', ...which], {
    encoding: 'utf8',
    env,
  })
  expect([command.status, command.stderr]).toEqual([0, ''])
  expect(command.stdout).toBe(text)
})

test('late answers count once a manager has accepted them, and what is restricted is left out', async () => {
  const { db } = server.database
  const { assignmentId, choices } = await addResult()
  const { id, receipt } = await db
    .selectFrom('attempts')
    .select(['id', 'receipt'])
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  const [item] = choices
  if (item === undefined) throw new Error('nothing to choose')
  await sql`
    INSERT INTO responses (client_id, attempt_id, item_id, late, epoch, seq, value, elapsed_ms)
    VALUES (${cast.anadolu}, ${id}, ${item.id}, true, 1, 1, ${JSON.stringify(item.options[0])}::jsonb, 900)`.execute(
    db,
  )
  const rowOf = async () =>
    csvRecords((await download()).text).find(({ respondent }) => respondent === receipt)
  expect(await rowOf()).toMatchObject({ [item.id]: '#omitted', [`${item.id}:ms`]: '', late_answers: '' })

  const params = { assignmentId }
  await request(server.url, acceptLateAnswers, { token: cast.manager.token, params })
  expect(await rowOf()).toMatchObject({
    [item.id]: item.options[0],
    [`${item.id}:ms`]: '900',
    late_answers: 'accepted',
  })
  await db
    .updateTable('assignments')
    .set({ restricted_at: new Date() })
    .where('id', '=', assignmentId)
    .execute()
  expect(await rowOf()).toBeUndefined()
})

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '#server/db/database.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { type Figure, quantile, spread } from './measure.ts'
import { type Candidate, nextAnswers, startCandidates } from './saving.ts'
import { type RunningServer, residentMegabytes } from './server.ts'
import { findManager } from './session.ts'

const reports = 1000
const people = 60
const answerEveryMs = 1000
const quietSeconds = 30
const savePath = '/api/participant/tests/save-responses'

/**
 * Files of a thousand reports: one while people answer, another after it. The time of the first, the p99 of saves with and
 * without it, and the server's memory before and a minute after both.
 */
export async function* measureReportFiles(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 2, (error) => console.error(error.message))
  const base = `http://127.0.0.1:${server.port}`
  try {
    const { clientId, token, ids } = await fill(db)
    const make = async (assignmentIds: readonly string[]) => {
      const sent = {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ assignmentIds, as: 'zip', purpose: 'placement' }),
      }
      const start = performance.now()
      const answer = await fetch(`${base}/api/clients/${clientId}/reports/`, sent)
      if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
      const { id } = Object(await answer.json())
      for (;;) {
        await pause(500)
        const job = await fetch(`${base}/api/clients/${clientId}/jobs/${id}/`, { headers: sent.headers })
        const { state, done, problem } = Object(await job.json())
        if (state === 'failed') throw new Error(JSON.stringify(problem))
        if (state === 'done') return { seconds: (performance.now() - start) / 1000, done: Number(done) }
      }
    }
    const candidates = await startCandidates(url, server.port, people)
    // The first run loads fonts and compiles the template.
    await make(ids.slice(0, 10))
    const quiet = await whileSaving(candidates, pause(quietSeconds * 1000))
    const before = memoryOf(server)
    const first = make(ids.slice(0, reports))
    const busy = await whileSaving(candidates, first)
    const { seconds, done } = await first
    const second = await make(ids.slice(reports, 2 * reports))
    for (const { connection } of candidates) connection.close()
    await pause(60_000)
    const after = memoryOf(server)
    const note = `p99 of ${people} people who save each second`
    yield { ...spread('report_file_save_without', 'ms', quiet), value: quantile(quiet, 0.99), note }
    yield {
      ...spread('report_file_save', 'ms', busy),
      value: quantile(busy, 0.99),
      limit: quantile(quiet, 0.99),
      ratio: quantile(busy, 0.99) / quantile(quiet, 0.99),
      note: `${note}, while a file is made`,
    }
    yield {
      ...spread('report_file', 's', [seconds]),
      note: `a ZIP file of ${done} reports, while people save`,
    }
    yield {
      ...spread('report_file_alone', 's', [second.seconds]),
      note: `${second.done} reports, nothing else`,
    }
    yield {
      ...spread('report_file_rss', 'MB', [after]),
      limit: before,
      ratio: after / before,
      note: 'a minute after 2,000 reports, against before',
    }
  } finally {
    await close()
  }
}

const memoryOf = ({ process: { pid } }: RunningServer) => (pid === undefined ? 0 : residentMegabytes(pid))

/** Times of saves, sorted, until something is done. Each is due by the clock, not when the last one was answered. */
async function whileSaving(candidates: readonly Candidate[], until: Promise<unknown>): Promise<number[]> {
  let over = false
  const end = until.finally(() => {
    over = true
  })
  const times: number[] = []
  await Promise.all(
    candidates.map(async (one, at) => {
      for (let due = performance.now() + (at / people) * answerEveryMs; !over; due += answerEveryMs) {
        await pause(Math.max(0, due - performance.now()))
        const responses = nextAnswers(one, 1)
        const body = JSON.stringify({ testId: one.testId, epoch: 1, responses })
        const { status } = await one.connection.post(savePath, one.token, body)
        if (status !== 200) throw new Error(`A save was answered ${status}`)
        times.push(performance.now() - due)
      }
    }),
  )
  await end
  return times.sort((a, b) => a - b)
}

/** Two thousand results of the demo's tests that aren't sensitive, and a manager's session. */
async function fill(db: Database): Promise<{ clientId: string; token: string; ids: string[] }> {
  const { clientId, userId } = await findManager(db)
  const versions = await currentVersions(db)
  const english = versions.find(({ definition }) => definition.code === 'ENGLISH')
  await addQuota(db, {
    clientId,
    inventoryId: english?.inventoryId ?? '',
    quantity: people,
    addedBy: userId,
    reason: 'bench',
  })
  const open = versions
    .filter(({ definition }) => !definition.sensitive)
    .map(({ inventoryId }) => inventoryId)
  const { rows } = await sql<{ id: string }>`
    WITH picked AS MATERIALIZED (
      SELECT a.id AS assignment_of, t.id AS attempt_of, gen_random_uuid() AS id, gen_random_uuid() AS attempt
      FROM assignments a JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
        JOIN results r ON r.client_id = t.client_id AND r.attempt_id = t.id, generate_series(1, ${2 * reports}::int)
      WHERE a.client_id = ${clientId} AND a.status = 'completed' AND a.inventory_id = ANY (${open}::uuid[])
        AND a.restricted_at IS NULL AND a.erased_at IS NULL ORDER BY random() LIMIT ${2 * reports}
    ), assigned AS (
      INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale,
                               status, created_at, created_by, started_at, ended_at)
      SELECT a.client_id, picked.id, membership_id, user_id, inventory_id, version_id, '', locale, status, created_at,
             created_by, started_at, ended_at
      FROM assignments a JOIN picked ON picked.assignment_of = a.id
    ), taken AS (
      INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
      SELECT t.client_id, picked.attempt, picked.id, user_id, version_id, locale, started_at, closed_at, closed_by,
             left(picked.attempt::text, 12)
      FROM attempts t JOIN picked ON picked.attempt_of = t.id
    )
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, group_name, scores)
    SELECT r.client_id, picked.attempt, picked.id, r.version_id, r.group_name, r.scores
    FROM results r JOIN picked ON picked.attempt_of = r.attempt_id RETURNING assignment_id AS id`.execute(db)
  await sql`VACUUM ANALYZE assignments, attempts, results`.execute(db)
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  return { clientId, token, ids: rows.map(({ id }) => id) }
}

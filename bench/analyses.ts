import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#server/db/database.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import { addAnswered } from '#test/support/answered.ts'
import { crowdAnswers } from '#test/support/crowd-answers.ts'
import { answering } from './erasing.ts'
import { Connection } from './http.ts'
import { type Figure, quantile, spread } from './measure.ts'
import { startCandidates } from './saving.ts'
import type { RunningServer } from './server.ts'
import { findManager, signIn } from './session.ts'

const people = 10_000
const takers = 40
const path = '/api/definitions/ENGLISH/versions/3/analysis/'

/** The analysis of ten thousand results by the server, and saves of people who take a test meanwhile. */
export async function* measureAnalyses(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 1, (error) => console.error(error.message))
  await sql`SET statement_timeout = 0`.execute(db)
  const { clientId, userId: by } = await findManager(db)
  const english = await publishedVersion(db, { code: 'ENGLISH', number: 3 })
  if (english === undefined) throw new Error('ENGLISH is not published')
  const answers = crowdAnswers(english.definition, { people })
  for (let from = 0; from < people; from += 1000) {
    const some = answers.slice(from, from + 1000).map((one) => ({ answers: one }))
    await addAnswered(db, { clientId, code: 'ENGLISH', by }, some)
  }
  await sql`VACUUM (ANALYZE) responses, results, attempts, assignments`.execute(db)
  const candidates = await startCandidates(url, server.port, takers)
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  await answering(candidates, () => pause(3_000))
  const quiet = await answering(candidates, () => pause(10_000))
  const seconds: number[] = []
  const busy = await answering(candidates, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await connection.post(path, token, '{}')
      const { id } = JSON.parse(body)
      while (true) {
        const found = await sql<{ state: string }>`SELECT state FROM analyses WHERE id = ${id}`.execute(db)
        if (found.rows[0]?.state === 'done') break
        await pause(50)
      }
      const { rows } = await sql<{ seconds: number }>`
        SELECT extract(epoch FROM taken_at - asked_at)::float8 AS seconds FROM analyses WHERE id = ${id}`.execute(db)
      seconds.push(rows[0]?.seconds ?? 0)
    }
  })
  await close()
  connection.close()
  for (const { connection: one } of candidates) one.close()
  const value = quantile(seconds.toSorted((a, b) => a - b), 0.5)
  yield { ...spread('analysis_10k', 's', seconds), value, limit: 3, ratio: value / 3, note: 'from asking to done' }
  const [before, during] = [quantile(quiet, 0.99), quantile(busy, 0.99)]
  yield { ...spread('save_without_analysis', 'ms', quiet), value: before, note: 'p99' }
  yield {
    ...spread('save_during_analysis', 'ms', busy),
    value: during,
    limit: 2 * before,
    ratio: during / (2 * before),
    note: 'p99; limit is twice that without',
  }
}

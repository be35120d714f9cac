import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeAside } from '#server/backup/aside.ts'
import { restore } from '#server/cli/restore.ts'
import { connect } from '#server/db/database.ts'
import { findDataKey } from '#server/keys/data-key.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { addEnded } from './ended.ts'
import { type Figure, load, spread } from './measure.ts'
import { type Candidate, nextAnswers, startCandidates } from './saving.ts'
import type { RunningServer } from './server.ts'

const candidates = 32
const quietSeconds = 8
const path = '/api/participant/tests/save-responses'

/**
 * The time of a backup and of its restore into a bundled database, and the saves that a busy server goes on storing meanwhile.
 * @param key the server's own
 */
export async function* measureBackup(
  server: RunningServer,
  url: string,
  key: string,
): AsyncGenerator<Figure> {
  const answers = Number(process.env.ANSWERS ?? 1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'terazi-bench-backup-'))
  // PostgreSQL's account has to get through to its own folder.
  chmodSync(folder, 0o711)
  const { db, close } = connect(url, 1, (error) => {
    throw error
  })
  let people: Candidate[] = []
  try {
    // Filling takes longer than a statement may in the product.
    await sql`SET statement_timeout = 0`.execute(db)
    const filling = {
      role: 'candidate',
      people: answers / 100,
      tests: 1,
      answers: 100,
      monthsAgo: 1,
    } as const
    await addEnded(db, filling)
    people = await startCandidates(url, server.port, candidates)
    const saves = async (seconds: number, until?: Promise<unknown>) => {
      let over = false
      void until?.finally(() => {
        over = true
      })
      const start = performance.now()
      let count = 0
      await load(candidates, seconds, async (worker) => {
        if (over) return pause(10)
        await save(people[worker])
        count += 1
      })
      return { count, seconds: (performance.now() - start) / 1000 }
    }
    await saves(3)
    const quiet = await saves(quietSeconds)
    const before = quiet.count / quiet.seconds
    let written: Awaited<ReturnType<typeof writeAside>> | undefined
    let took = 0
    const began = performance.now()
    const writing = writeAside({
      url,
      folder,
      slipKey: slipKeyOf(await findDataKey(db, key)),
      recipient: undefined,
      keep: undefined,
    }).then((done) => {
      written = done
      took = (performance.now() - began) / 1000
    })
    let stored = 0
    while (written === undefined) stored += (await saves(1, writing)).count
    await writing
    yield {
      ...spread('backup', 's', [took]),
      note: `${answers} answers, beside ${candidates} candidates; ${statSync(written.file).size} bytes`,
    }
    yield { ...spread('saves_without_backup', '1/s', [before]) }
    yield {
      ...spread('saves_during_backup', '1/s', [stored / took]),
      limit: before,
      ratio: stored / took / before,
    }
    await close()
    const start = performance.now()
    await restore({
      file: written.file,
      into: join(folder, 'data'),
      identity: undefined,
      marks: undefined,
      key,
    })
    yield {
      ...spread('restore', 's', [(performance.now() - start) / 1000]),
      note: 'checked, loaded, indexed, verified',
    }
  } finally {
    for (const person of people) person.connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function save(person: Candidate | undefined): Promise<void> {
  if (person === undefined) throw new Error('no such candidate')
  const responses = nextAnswers(person, 1)
  const body = JSON.stringify({ testId: person.testId, epoch: 1, responses })
  const answer = await person.connection.post(path, person.token, body)
  if (answer.status !== 200) throw new Error(`a save answered ${answer.status}: ${answer.body}`)
}

import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '#server/audit/audit.ts'
import { newId } from '#server/db/ids.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import type { Mark } from './all-marks.ts'
import { clientForErasing, erasePerson } from './erase.ts'
import { marksOf } from './erasure-marks.ts'
import { appendMarks, marksFileName, parseMarkLines } from './mark-file.ts'
import { writeErasureMarks } from './mark-job.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync('/tmp/terazi-marks-')
  server = await startTestServer({ backupDir: join(folder, 'backups') })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function* each(marks: readonly Mark[]) {
  yield* marks
}
const mark = (reason: Mark['reason'] = 'manager'): Mark => ({ client: newId(), subject: 'AAAA', reason })

test('marks are only added, once each, and the first reason stays', async () => {
  const path = join(folder, 'alone', marksFileName)
  const [one, two] = [mark(), mark('withdrawal')]
  expect(await appendMarks(path, each([one, two]))).toBe(2)
  expect(await appendMarks(path, each([{ ...two, reason: 'restore' }, mark()]))).toBe(1)
  expect(parseMarkLines(readFileSync(path, 'utf8'))?.slice(0, 2)).toEqual([one, two])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a line that a crash has cut off is written again', async () => {
  const path = join(folder, 'torn', marksFileName)
  const [one, two] = [mark(), mark()]
  await appendMarks(path, each([one]))
  appendFileSync(path, '{"client":"0193')
  expect(parseMarkLines(readFileSync(path, 'utf8'))).toEqual([one])
  expect(await appendMarks(path, each([one, two]))).toBe(1)
  expect(parseMarkLines(readFileSync(path, 'utf8'))).toEqual([one, two])
})

test('a file whose first line was cut off gets it again', async () => {
  const path = join(folder, 'headless', marksFileName)
  const [one, two] = [mark(), mark()]
  await appendMarks(path, each([]))
  appendFileSync(path, '{"marks":"of era')
  expect(await appendMarks(path, each([one]))).toBe(1)
  expect(await appendMarks(path, each([one, two]))).toBe(1)
  expect(parseMarkLines(readFileSync(path, 'utf8'))).toEqual([one, two])
})

test('a line that was changed makes the file none, so that nobody comes back unseen', async () => {
  const path = join(folder, 'changed', marksFileName)
  await appendMarks(path, each([mark()]))
  appendFileSync(path, '{"client":"somebody"}\n')
  expect(parseMarkLines(readFileSync(path, 'utf8'))).toBeUndefined()
})

test('an erasure leaves its mark beside the backups as soon as it has committed', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const { membershipId } = await addMember(db, clientId)
  const client = await clientForErasing(db, clientId)
  const by = { ...system, reason: 'manager' } as const
  await db.transaction().execute((tx) => erasePerson(tx, testSlipKey, client, membershipId, by))
  await server.runJobs([writeErasureMarks])
  const written = parseMarkLines(readFileSync(join(folder, 'backups', marksFileName), 'utf8'))
  expect(written).toEqual(await marksOf(db))
  expect(written).toHaveLength(1)
})

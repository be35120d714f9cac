import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readDrillReport, writeDrillReport } from '#server/backup/drill-report.ts'
import { readConfig } from '#server/config.ts'
import { readProofs, recordProof } from '#server/features/platform/proofs/proofs.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { testSlipKey } from '#test/support/server.ts'
import { drill, type RunDrill } from './drill.ts'
import { scoreGoldenCases } from './golden-cases.ts'

let database: TestDatabase
let root: string
let backupDir: string

beforeAll(async () => {
  database = await createTestDatabase()
  root = mkdtempSync('/tmp/terazi-proofs-')
})
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true })
})
let dirs = 0
beforeEach(() => {
  dirs += 1
  backupDir = join(root, String(dirs))
  mkdirSync(backupDir)
})

const config = (more: object = {}) => ({
  slipKey: testSlipKey,
  publicUrl: 'https://terazi.example',
  contactEmail: 'contact@terazi.test',
  operator: {},
  defaultLocale: 'tr' as const,
  backupDir,
  ...more,
})
const ran: (string | undefined)[] = []
const name = 'terazi-20261130T004000123Z.backup'
const report = (more: object = {}) => ({
  at: '2026-11-30T02:00:00.000Z',
  host: 'other',
  backup: name,
  ok: true,
  faults: [],
  seconds: 4,
  ...more,
})
/** As the command does it: only its report has the outcome. */
const reporting =
  (more: object = {}): RunDrill =>
  async (identity) => {
    ran.push(identity)
    await writeDrillReport(backupDir, testSlipKey, report(more))
  }
const run = (how: RunDrill, more: object = {}) =>
  drill({ db: database.db, log: quietLog(), config: config(more) }, new AbortController().signal, how)
const plain = 'a backup that is not encrypted'
const encrypted = 'age-encryption.org/v1\n'

test('a drill restores each backup once, where the server can read it', async () => {
  expect(await run(reporting(), { backupDir: undefined })).toBeUndefined()
  expect(await run(reporting())).toMatchObject({ outcome: 'impossible', findings: [{ code: 'no_backup' }] })
  writeFileSync(join(backupDir, name), plain)
  ran.length = 0
  expect(await run(reporting())).toMatchObject({ outcome: 'passed', host: 'other', seconds: 4 })
  expect(await run(reporting())).toMatchObject({ outcome: 'passed' })
  expect(ran).toEqual([undefined])
  const faults = ['In the restored backup: a seal is wrong.']
  writeFileSync(join(backupDir, name.replace('30T', '31T')), plain)
  const failing = { ok: false, faults, at: '2026-12-01T02:00:00.000Z', backup: name.replace('30T', '31T') }
  expect(await run(reporting(failing))).toMatchObject({
    outcome: 'failed',
    step: 'restore',
    findings: [{ code: 'said', text: faults[0] }],
  })
  writeFileSync(join(backupDir, name.replace('1130T', '1201T')), plain)
  expect(await run(async () => undefined)).toMatchObject({
    outcome: 'failed',
    findings: [{ code: 'unexpected' }],
  })
})

test('an encrypted backup is drilled elsewhere, or with the key that is named', async () => {
  writeFileSync(join(backupDir, name), encrypted)
  ran.length = 0
  expect(await run(reporting())).toMatchObject({ outcome: 'impossible', findings: [{ code: 'encrypted' }] })
  expect(ran).toEqual([])
  // A report that another machine left, of an older backup.
  await writeDrillReport(backupDir, testSlipKey, report({ backup: 'terazi-20261101T004000123Z.backup' }))
  expect(await run(reporting())).toMatchObject({ outcome: 'passed', host: 'other' })
  const later = { at: '2026-11-30T03:00:00.000Z' }
  expect(await run(reporting(later), { backupIdentity: '/keys/identity.txt' })).toMatchObject({
    outcome: 'passed',
  })
  expect(ran).toEqual(['/keys/identity.txt'])
})

test('a report that was changed, or that another key signed, counts for nothing', async () => {
  writeFileSync(join(backupDir, name), encrypted)
  await writeDrillReport(backupDir, Buffer.alloc(32), report())
  expect(await run(reporting())).toMatchObject({ outcome: 'failed', findings: [{ code: 'unsigned' }] })
  await writeDrillReport(backupDir, testSlipKey, report({ ok: false }))
  const file = join(backupDir, 'drill.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"ok": false', '"ok": true'))
  expect(await readDrillReport(backupDir, testSlipKey)).toBe('unsigned')
})

test('golden cases of all current tests score what they say', async () => {
  const { db } = database
  expect(await scoreGoldenCases(db)).toMatchObject({ proof: 'golden_cases', outcome: 'passed' })
})

test('of each proof the last run is known, with when it passed last', async () => {
  const { db } = database
  const shown = async () =>
    (await readProofs(db, { selfTest: true, folders: {} })).map(({ proof, outcome, state }) => [
      proof,
      outcome,
      state,
    ])
  expect(await shown()).toEqual([
    ['self_test', 'pending', 'good'],
    ['golden_cases', 'pending', 'good'],
    ['restore_drill', 'off', 'good'],
  ])
  await recordProof(db, { proof: 'self_test', outcome: 'passed', seconds: 2 })
  await recordProof(db, {
    proof: 'self_test',
    outcome: 'failed',
    step: 'open',
    findings: [{ code: 'unreadable' }],
  })
  const [own] = await readProofs(db, { selfTest: true, folders: {} })
  expect(own).toMatchObject({
    outcome: 'failed',
    state: 'bad',
    step: 'open',
    findings: [{ code: 'unreadable' }],
  })
  expect(own?.passedAt).not.toBeNull()
  await recordProof(db, { proof: 'self_test', outcome: 'passed' })
  expect((await shown())[0]).toEqual(['self_test', 'passed', 'good'])
  await sql`UPDATE proofs SET at = now() - interval '4 hours'`.execute(db)
  expect((await shown())[0]).toEqual(['self_test', 'passed', 'look'])
})

test('a report of another machine counts, also when it is read hours after the server could do none', async () => {
  const { db } = database
  const restoring = async () => {
    const found = await readProofs(db, { folders: { backups: backupDir } })
    return found.find(({ proof }) => proof === 'restore_drill')
  }
  writeFileSync(join(backupDir, name), encrypted)
  const record = async () => {
    const proved = await run(reporting())
    if (proved !== undefined) await recordProof(db, proved)
  }
  await record()
  expect(await restoring()).toMatchObject({ outcome: 'impossible', state: 'look' })
  // That it stays so for more than a month is a fault. The time from when it has been so doesn't move.
  await sql`UPDATE proofs SET at = now() - interval '36 days'`.execute(db)
  await record()
  expect(await restoring()).toMatchObject({ outcome: 'impossible', state: 'bad' })
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await writeDrillReport(backupDir, testSlipKey, report({ at }))
  await record()
  expect(await restoring()).toMatchObject({
    outcome: 'passed',
    state: 'good',
    at,
    passedAt: at,
    host: 'other',
  })
  rmSync(join(backupDir, name))
  await record()
  expect(await restoring()).toMatchObject({ outcome: 'impossible', step: 'backup', passedAt: at })
})

test('the own test is on in production with a public address, and SELF_TEST decides otherwise', () => {
  const selfTest = (env: Record<string, string>) => readConfig(env).selfTest
  const production = { NODE_ENV: 'production' }
  const PUBLIC_URL = 'https://terazi.example'
  expect([
    selfTest({}),
    selfTest(production),
    selfTest({ ...production, PUBLIC_URL }),
    selfTest({ ...production, PUBLIC_URL, SELF_TEST: '0' }),
    selfTest({ SELF_TEST: '1' }),
  ]).toEqual([false, false, true, false, true])
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findSeal, sealAudit } from '#server/audit/seal.ts'
import { newId } from '#server/db/ids.ts'
import { fingerprintOf, publicKeyOf } from '#server/signing.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { testSlipKey } from '#test/support/server.ts'
import { testKey } from '#test/support/template.ts'
import { verifyAuditLog } from './audit.ts'
import { run } from './run.ts'

const changed = newId()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  for (const [id, age] of [
    [changed, '2 hours'],
    [newId(), '1 hour'],
    [newId(), '1 second'],
  ])
    await sql`INSERT INTO audit_entries (id, at, action) VALUES (${id}, now() - ${age}::interval, 'sign_in')`.execute(
      database.db,
    )
})
afterAll(() => database.drop())
afterEach(() => vi.unstubAllEnvs())

const verified = (expected?: string) => verifyAuditLog(database.db, expected)

test('before anything is sealed it says so', async () => {
  vi.stubEnv('SECRET_KEY', testKey)
  expect(await verified()).toMatchObject({
    intact: true,
    seals: 0,
    entries: 0,
    unsealed: 3,
    lastSeal: null,
    ofThisInstallation: null,
    notes: [expect.stringContaining('Nothing is sealed yet')],
  })
})

test('it says what was checked, by which key, and which hash to keep', async () => {
  await sealAudit(database.db, testSlipKey)
  const { hash } = (await findSeal(database.db)) ?? { hash: 'none' }
  vi.stubEnv('SECRET_KEY', testKey)
  expect(await verified(hash)).toMatchObject({
    intact: true,
    seals: 1,
    entries: 2,
    erased: 0,
    late: 0,
    delayed: 0,
    unsealed: 1,
    lastSeal: { number: 1, hash },
    ofThisInstallation: true,
    fingerprint: fingerprintOf(publicKeyOf(testSlipKey)),
    notes: [expect.stringContaining('Keep lastSeal.hash')],
  })
  vi.stubEnv('SECRET_KEY', 'another one'.repeat(4))
  await expect(verified()).rejects.toThrow('does not open this database')
})

test('the hash of a seal that is not there is refused, and what is no hash', async () => {
  vi.stubEnv('SECRET_KEY', testKey)
  await expect(verified('0'.repeat(64))).rejects.toThrow('No seal has the hash after --expect')
  await expect(verified('0000')).rejects.toThrow('--expect must be the hash of a seal')
  await expect(run(['verify-audit', '--expect'])).rejects.toThrow('--expect needs a value')
})

test('the command names the entry that was changed, in words', async () => {
  await database.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE audit_entries DISABLE TRIGGER USER`.execute(tx)
    await sql`UPDATE audit_entries SET action = 'sign_out' WHERE id = ${changed}`.execute(tx)
    await sql`ALTER TABLE audit_entries ENABLE TRIGGER USER`.execute(tx)
  })
  vi.stubEnv('SECRET_KEY', testKey)
  vi.stubEnv('DATABASE_URL', database.url)
  await expect(run(['verify-audit'])).rejects.toThrow(
    new RegExp(
      `^Entry ${changed} of 2\\S+Z was changed after seal 1 sealed it\\.\nChecked up to there: 0 seals`,
    ),
  )
})

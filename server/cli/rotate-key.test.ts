import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { authToken, openSlipCode } from '#contract/auth.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { createWebhook } from '#contract/webhooks.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readConfig } from '#server/config.ts'
import { openSecret } from '#server/features/integrations/webhooks/sign.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { seal } from '#server/features/privacy/evidence/sign.ts'
import { findDataKey, markOf } from '#server/keys/data-key.ts'
import { deleteKeysBut, findKeys } from '#server/keys/queries.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { startServer } from '#server/start/server.ts'
import { request } from '#test/support/api.ts'
import { castOf, castPassword } from '#test/support/cast.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { query } from '#test/support/postgres-process.ts'
import { codeOf, turnOn } from '#test/support/second-factor.ts'
import { startTestServer, testSlipKey } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'
import { testKey } from '#test/support/template.ts'
import { checked } from './restore.ts'
import { run } from './run.ts'

let database: TestDatabase
let folder: string

const db = () => database.db

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync('/tmp/terazi-rotate-')
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})
beforeEach(() => {
  vi.stubEnv('SECRET_KEY', testKey)
  vi.stubEnv('DATABASE_URL', database.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await deleteKeysBut(db(), markOf(testKey))
})

const marks = async () => (await findKeys(db())).map(({ mark }) => mark)

/** Begins a rotation. @returns the new key */
async function begin(name: string): Promise<string> {
  const file = join(folder, name)
  const answer = await run(['rotate-key', '--to', file])
  const key = readFileSync(file, 'utf8').trim()
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(answer)).not.toContain(key)
  expect(answer).toMatchObject({ file, key: markOf(key), next: expect.stringContaining('--finish') })
  return key
}

test('the new key is in a file for its owner alone; both keys open the same, and a second rotation is refused', async () => {
  const key = await begin('first')
  expect(statSync(join(folder, 'first')).mode & 0o777).toBe(0o600)
  expect(await marks()).toEqual([markOf(testKey), markOf(key)])
  expect([await findDataKey(db(), testKey), await findDataKey(db(), key)]).toEqual([testKey, testKey])
  await expect(run(['rotate-key', '--to', join(folder, 'second')])).rejects.toThrow('Two keys are valid')
  expect(existsSync(join(folder, 'second'))).toBe(false)
  expect(await run(['doctor'])).toMatchObject({
    content: {
      ok: false,
      faults: expect.arrayContaining([expect.stringContaining('rotate-key --finish')]),
      database: { keys: 2 },
    },
  })
})

test('a file that is there, a folder that is not, and a commit that fails leave everything as it was', async () => {
  const file = join(folder, 'there')
  writeFileSync(file, 'mine')
  await expect(run(['rotate-key', '--to', file])).rejects.toThrow(`${file} is there already`)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  await expect(run(['rotate-key', '--to', join(folder, 'no', 'file')])).rejects.toThrow('ENOENT')
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'no commit'; END$$`.execute(
    db(),
  )
  await sql`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON installation_keys DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db())
  const failed = join(folder, 'failed')
  await expect(run(['rotate-key', '--to', failed])).rejects.toThrow('no commit')
  await sql`DROP FUNCTION refuse CASCADE`.execute(db())
  expect(existsSync(failed)).toBe(false)
  expect(await marks()).toEqual([markOf(testKey)])
  expect(await run(['doctor'])).toMatchObject({ content: { database: { keys: 1 } } })
  await expect(run(['rotate-key'])).rejects.toThrow('needs --to FILE, --finish or --cancel')
  await expect(run(['rotate-key', '--finish'])).rejects.toThrow('there is no rotation to end')
})

test('the new key can be taken back with the former one', async () => {
  const key = await begin('cancelled')
  vi.stubEnv('SECRET_KEY', key)
  await expect(run(['rotate-key', '--cancel'])).rejects.toThrow('This is the new key')
  vi.stubEnv('SECRET_KEY', testKey)
  await expect(run(['rotate-key', '--finish'])).rejects.toThrow('This is the former key')
  expect(await run(['rotate-key', '--cancel'])).toMatchObject({ removed: [markOf(key)] })
  expect(await marks()).toEqual([markOf(testKey)])
})

test('a backup opens with the keys of its time alone, and its restore with the former key brings that key back', async () => {
  const writing = { url: database.url, slipKey: testSlipKey, keep: undefined, recipient: undefined }
  const before = (await writeBackup({ ...writing, folder: join(folder, 'before') })).file
  const key = await begin('of-backups')
  const meanwhile = { file: (await writeBackup({ ...writing, folder })).file, identity: undefined }
  for (const either of [testKey, key]) expect((await checked(meanwhile, either)).slipKey).toEqual(testSlipKey)
  const target = await createEmptyDatabase()
  const restore = () => run(['restore', before, '--into', target.url, '--without-marks'])
  vi.stubEnv('SECRET_KEY', key)
  await expect(restore()).rejects.toThrow(
    `belongs to an installation with another key (${markOf(testKey)}, and this one is ${markOf(key)}); a backup from before a rotation needs the key of that time.`,
  )
  const tables = "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace"
  expect(await query(target.url, tables)).toEqual([])
  vi.stubEnv('SECRET_KEY', testKey)
  expect(await restore()).toMatchObject({ held: true, found: { faults: [] } })
  expect(await query(target.url, 'SELECT mark FROM installation_keys')).toEqual([{ mark: markOf(testKey) }])
  await target.drop()
})

/** The server as it is started, in this process. */
async function started(secretKey: string) {
  const port = await freePort()
  const config = readConfig({
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: secretKey,
    PUBLIC_URL: 'https://terazi.example.com',
    LOG_LEVEL: 'fatal',
    STOP_DELAY: '0',
  })
  return { url: `http://127.0.0.1:${port}`, ...(await startServer(config, () => undefined)) }
}

/** A printed code, a second step, a webhook and evidence of an installation before its key is exchanged. */
async function madeBefore() {
  const server = await startTestServer({ database })
  const cast = await castOf(server)
  const { userId } = await addTaker(server, cast.anadolu)
  const expiresAt = new Date(Date.now() + 3_600_000)
  const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null, expiresAt } as const
  const { code = '' } = await createLink(db(), { ...link, handedOver: true, slipKey: testSlipKey })
  const { secret: steps } = await turnOn(server, cast.otherManager)
  const webhook = await request(server.url, createWebhook, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { url: 'http://127.0.0.1:9/', events: ['result.ready'] },
  })
  const evidence = join(folder, 'evidence.json')
  writeFileSync(evidence, JSON.stringify(seal({ client: { name: 'Anadolu' }, period: {} }, testSlipKey)))
  await server.close()
  return { code, email: cast.otherManager.email, steps, webhook: webhook.answer, evidence }
}

test('while both keys are valid servers start with either, and what was made with the former one works after it', async () => {
  const before = await madeBefore()
  const openPrinted = async (url: string) =>
    (await request(url, openSlipCode, { body: { code: before.code } })).status
  const key = await begin('real')
  const old = await started(testKey)
  const renewed = await started(key)
  const running = () => query(database.url, 'SELECT FROM heartbeats').then((rows) => rows.length)
  await expect.poll(running).toBe(2)
  expect([await openPrinted(old.url), await openPrinted(renewed.url)]).toEqual([200, 200])
  vi.stubEnv('SECRET_KEY', key)
  await expect(run(['rotate-key', '--finish'])).rejects.toThrow(
    /^Another key is in use by a process on \S+ started \S+Z: restart each with this one/,
  )
  // It says itself that it is gone.
  await old.stop()
  expect(await run(['rotate-key', '--finish'])).toMatchObject({ removed: [markOf(testKey)] })
  await expect(started(testKey)).rejects.toThrow(`(${markOf(testKey)}) does not open this database`)

  expect(await openPrinted(renewed.url)).toBe(200)
  const body = { username: before.email, password: castPassword }
  const { challenge } = Object((await request(renewed.url, authToken, { body })).json)
  const proved = { challenge, code: codeOf(before.steps) }
  expect((await request(renewed.url, secondFactor, { body: proved })).status).toBe(200)
  await renewed.stop()
  const [stored] = await query(database.url, 'SELECT client_id AS "clientId", id, secret FROM webhooks')
  const slipKey = slipKeyOf(await findDataKey(db(), key))
  const { clientId, id, secret } = Object(stored)
  expect(openSecret(slipKey, { clientId, id }, secret)).toBe(before.webhook.secret)
  expect(await run(['verify-evidence', before.evidence])).toMatchObject({ ofThisInstallation: true })
  expect(
    await query(database.url, "SELECT action FROM audit_entries WHERE action LIKE 'key_%' ORDER BY id"),
  ).toEqual(expect.arrayContaining([{ action: 'key_rotation_begun' }, { action: 'key_rotation_finished' }]))
})

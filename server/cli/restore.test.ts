import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { authToken, requestMagicLink } from '#contract/auth.ts'
import { ready } from '#contract/health.ts'
import { listInventories } from '#contract/inventories.ts'
import { system } from '#server/audit/audit.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { findKeys, findTables } from '#server/backup/catalog-queries.ts'
import { magic, textToSign } from '#server/backup/manifest.ts'
import { readRecords, recordWriter } from '#server/backup/records.ts'
import { writeBackup } from '#server/backup/write.ts'
import { hasCluster } from '#server/db/bundled/folders.ts'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { quoted } from '#server/db/copy.ts'
import { connect } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { insertSession } from '#server/features/access/sessions/queries.ts'
import { backupJobs } from '#server/features/platform/backups/jobs.ts'
import { clientForErasing, erasePerson } from '#server/features/privacy/erasure/erase.ts'
import { marksOf } from '#server/features/privacy/erasure/erasure-marks.ts'
import { marksFileName } from '#server/features/privacy/erasure/mark-file.ts'
import { writeErasureMarks } from '#server/features/privacy/erasure/mark-job.ts'
import { watchHeld } from '#server/held/held.ts'
import { hashSecret } from '#server/secrets.ts'
import { signerOf } from '#server/signing.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { startExternalPostgres } from '#test/support/external-postgres.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { processesIn, query } from '#test/support/postgres-process.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { testKey } from '#test/support/template.ts'
import { tracesIn } from '#test/support/traces.ts'
import { run } from './run.ts'

let server: TestServer
let cast: Cast
let folder: string
let file: string
let encrypted: string
let identityFile: string
let person: { clientId: string; membershipId: string; userId: string }

const db = () => server.database.db

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const clientId = await addClient(db())
  person = { clientId, ...(await addRunning(server, clientId, 'ENGLISH')) }
  await request(server.url, requestMagicLink, { body: { email: cast.manager.email } })
  // Entries are sealed when they are ten minutes old.
  await sql`INSERT INTO audit_entries (id, at, action) VALUES (${newId()}, now() - interval '1 hour', 'sign_in')`.execute(
    db(),
  )
  await sealAudit(db(), testSlipKey)
  folder = mkdtempSync('/tmp/terazi-restore-')
  // PostgreSQL's account has to get through to its own folders.
  chmodSync(folder, 0o711)
  const options = { url: server.database.url, slipKey: testSlipKey, keep: undefined }
  file = (await writeBackup({ ...options, folder: join(folder, 'plain'), recipient: undefined })).file
  const identity = await generateIdentity()
  identityFile = join(folder, 'identity')
  writeFileSync(identityFile, `# created: today\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  encrypted = (await writeBackup({ ...options, folder: join(folder, 'secret'), recipient })).file
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})
beforeEach(() => {
  vi.stubEnv('SECRET_KEY', testKey)
  return () => vi.unstubAllEnvs()
})

/** A database for one restore, and what happens with it. */
async function withTarget<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const target = await createEmptyDatabase()
  try {
    return await work(target.url)
  } finally {
    await target.drop()
  }
}

const restore = (url: string, ...more: string[]) =>
  run(['restore', more[0] ?? file, '--into', url, '--without-marks', ...more.slice(1)])

/** A hash of each table's rows, and the keys and indexes of the schema. */
async function contentOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Record<string, unknown> = {}
    for (const { name } of await findTables(client)) {
      const { rows } = await client.query(
        `SELECT count(*), md5(string_agg(row::text, E'\\n' ORDER BY row::text)) FROM public.${quoted(name)} row`,
      )
      tables[name] = rows[0]
    }
    const triggers = await client.query(
      'SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname',
    )
    const { rows: jobs } = await client.query(
      'SELECT task_identifier, queue_name, run_at, max_attempts, key, priority FROM graphile_worker.jobs ORDER BY 1, 3',
    )
    return { tables, keys: await findKeys(client), triggers: triggers.rows, jobs }
  } finally {
    await client.end()
  }
}

test('what was restored is what was backed up, in a schema that is as a migration makes it', () =>
  withTarget(async (url) => {
    await restore(url)
    const [before, after] = [await contentOf(server.database.url), await contentOf(url)]
    // Sessions and links ended, the restore is in the log, and the installation is held.
    const changed = ['sessions', 'sign_in_challenges', 'identity_codes', 'one_time_links']
    for (const name of [...changed, 'audit_entries', 'platform_settings']) {
      delete before.tables[name]
      delete after.tables[name]
    }
    expect(Object.keys(after.tables).length).toBeGreaterThan(70)
    expect(after).toEqual(before)
    expect(after.jobs.length).toBeGreaterThan(0)
    const [count] = await query(url, 'SELECT count(*)::int AS n FROM responses')
    expect(count).toEqual(
      await query(server.database.url, 'SELECT count(*)::int AS n FROM responses').then(([row]) => row),
    )
  }))

test('an erasure since then is repeated before anybody can look, and sessions and links are void', () =>
  withTarget(async (url) => {
    const client = await clientForErasing(db(), person.clientId)
    await db()
      .transaction()
      .execute((tx) =>
        erasePerson(tx, testSlipKey, client, person.membershipId, { ...system, reason: 'manager' }),
      )
    const marks = join(folder, 'marks.json')
    writeFileSync(marks, JSON.stringify({ marks: await marksOf(db()) }))
    await expect(run(['restore', file, '--into', url])).rejects.toThrow('--marks FILE')
    const result = await run(['restore', file, '--into', url, '--marks', marks])
    expect(result).toMatchObject({
      held: true,
      erasedAgain: { people: 1 },
      found: { faults: [], auditSeals: 1 },
    })
    const restored = connect(url, 2, () => undefined)
    try {
      expect(await tracesIn(restored.db, [`${person.userId}@example.com`])).toEqual([])
    } finally {
      await restored.close()
    }
    expect(await query(url, 'SELECT count(*)::int AS n FROM sessions')).toEqual([{ n: 0 }])
    expect(
      await query(url, "SELECT count(*)::int AS n FROM one_time_links WHERE purpose NOT LIKE '%invitation'"),
    ).toEqual([{ n: 0 }])
  }))

test('a restored installation lets in superusers alone until it is activated', () =>
  withTarget(async (url) => {
    await restore(url)
    const connections = connect(url, 5, () => undefined)
    const held = await watchHeld(connections.db, { debug() {}, info() {}, warn() {}, error() {} })
    const restored = await startTestServer({
      database: { ...connections, url, drop: () => connections.close() },
      held,
    })
    try {
      const signIn = (username: string) =>
        request(restored.url, authToken, { body: { username, password: castPassword } })
      const readiness = await request(restored.url, ready)
      expect([readiness.status, readiness.json]).toEqual([503, expect.objectContaining({ reason: 'held' })])
      const manager = await signIn(cast.manager.email)
      expect([manager.status, manager.code, manager.json]).toEqual([
        503,
        'held',
        expect.objectContaining({ reason: 'held' }),
      ])
      const magic = await request(restored.url, requestMagicLink, { body: { email: cast.manager.email } })
      expect(magic.code).toBe('held')
      const { answer } = await signIn(cast.superuser.email)
      const listed = await request(restored.url, listInventories, { token: answer.token })
      expect(listed.status).toBe(200)
      // A session of somebody else, however they got it.
      const token = `ses_${'x'.repeat(43)}`
      await insertSession(connections.db, {
        ...{ tokenHash: hashSecret(token), userId: cast.admin.userId, invitationClientId: null },
        ...{ remembered: false, userAgent: '' },
      })
      expect((await request(restored.url, listInventories, { token })).code).toBe('held')

      vi.stubEnv('DATABASE_URL', url)
      expect(await run(['activate'])).toMatchObject({ activated: true, paymentsToAsk: 0 })
      await expect(run(['activate'])).rejects.toThrow('not held')
      await held.released
      expect((await request(restored.url, listInventories, { token })).status).toBe(200)
      expect((await signIn(cast.manager.email)).status).toBe(200)
      expect((await request(restored.url, ready)).status).toBe(200)
    } finally {
      held.stop()
      await restored.close()
      await connections.close()
    }
  }))

/** A copy of a backup with some bytes changed. */
function damaged(name: string, from: string, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, change(Buffer.from(readFileSync(from))))
  return path
}
const flipped = (at: (length: number) => number) => (bytes: Buffer) => {
  const place = at(bytes.length)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return bytes
}

test('SR-57: what is damaged, foreign or not empty is refused in one sentence, and the target is untouched', () =>
  withTarget(async (url) => {
    const refused = async (args: string[], words: RegExp) => {
      const failed = await run(['restore', ...args, '--without-marks']).catch((error: Error) => error.message)
      expect(failed).toMatch(words)
      expect(String(failed).split('\n')).toHaveLength(1)
      expect(await query(url, "SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker'")).toEqual(
        [],
      )
      expect(
        await query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
      ).toEqual([])
    }
    const into = ['--into', url]
    for (const share of [0.01, 0.5, 0.999])
      await refused(
        [damaged('cut', file, (bytes) => bytes.subarray(0, bytes.length * share)), ...into],
        /cut off/,
      )
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.9999])
      await refused(
        [
          damaged(
            'changed',
            file,
            flipped((length) => Math.floor(length * share)),
          ),
          ...into,
        ],
        /damaged|cut off|not as it was written/,
      )
    await refused(
      [damaged('none', file, () => Buffer.from('no backup at all')), ...into],
      /is no backup of Terazi/,
    )
    await refused([encrypted, ...into], /is encrypted: name the file/)
    const other = join(folder, 'other')
    writeFileSync(other, await generateIdentity())
    await refused([encrypted, ...into, '--identity', other], /encrypted for another key/)
    for (const share of [0.5, 0.999])
      await refused(
        [
          damaged(
            'changed',
            encrypted,
            flipped((length) => Math.floor(length * share)),
          ),
          ...into,
          '--identity',
          identityFile,
        ],
        /damaged|cut off/,
      )
    vi.stubEnv('SECRET_KEY', 'the key of another installation, which is long enough')
    await refused([file, ...into], /installation with another key/)
    vi.stubEnv('SECRET_KEY', testKey)
    await expect(run(['restore', file, '--into', server.database.url, '--without-marks'])).rejects.toThrow(
      'is not empty',
    )
  }))

test('a backup that only its private key can read is restored with it, and nobody else can open the file', () =>
  withTarget(async (url) => {
    expect(statSync(encrypted).mode & 0o777).toBe(0o600)
    expect(readFileSync(encrypted).includes('terazi backup')).toBe(false)
    await run(['restore', encrypted, '--into', url, '--without-marks', '--identity', identityFile])
    expect(await query(url, 'SELECT count(*)::int AS n FROM users')).toEqual(
      await query(server.database.url, 'SELECT count(*)::int AS n FROM users'),
    )
  }))

test('older backups go, and a file that is not whole has another name', async () => {
  const into = join(folder, 'kept')
  vi.stubEnv('DATABASE_URL', server.database.url)
  for (const _ of [1, 2, 3]) await run(['backup', '--to', into, '--keep', '2', '--plain'])
  expect(readdirSync(into)).toHaveLength(2)
  for (const name of readdirSync(into)) expect(name).toMatch(/^terazi-\d{8}T\d{9}Z\.backup$/)
  vi.stubEnv('NODE_ENV', 'production')
  await expect(run(['backup', '--to', into])).rejects.toThrow('BACKUP_RECIPIENT')
})

test('a restore that is killed leaves no data, and the next one succeeds', () =>
  withTarget(async (url) => {
    const child = spawn(
      process.execPath,
      ['server/cli/main.ts', 'restore', file, '--into', url, '--without-marks'],
      { env: { PATH: process.env.PATH, SECRET_KEY: testKey }, stdio: 'ignore' },
    )
    await untilLoading(url, child)
    child.kill('SIGKILL')
    await expect
      .poll(() =>
        query(
          url,
          'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        ),
      )
      .toEqual([])
    expect(
      await query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    ).toEqual([])
    await restore(url)
    expect(await query(url, 'SELECT held_since IS NOT NULL AS held FROM platform_settings')).toEqual([
      { held: true },
    ])
  }))

/** Waits until a restore has its transaction. */
async function untilLoading(url: string, child: ChildProcess): Promise<void> {
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error('the restore ended by itself')
        const found = await query(
          url,
          "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7236101 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
        return found.length
      },
      { interval: 5 },
    )
    .toBe(1)
}

test('a backup of the bundled database is restored into an installed one, and its backup into a folder', async () => {
  const external = await startExternalPostgres()
  const dataDir = join(folder, 'moved')
  try {
    await restore(external.url)
    const [before, after] = [await contentOf(server.database.url), await contentOf(external.url)]
    expect(after.keys).toEqual(before.keys)
    expect(after.tables.inventory_versions).toEqual(before.tables.inventory_versions)
    vi.stubEnv('DATABASE_URL', external.url)
    const moved = Object(await run(['backup', '--to', join(folder, 'external'), '--plain'])).file
    await restore(dataDir, moved)
    const bundled = await openBundledPostgres({ dataDir, log: () => undefined })
    const again = await contentOf(bundled.url).finally(() => bundled.stop())
    for (const { tables } of [after, again]) {
      delete tables.audit_entries
      delete tables.platform_settings
    }
    expect(again).toEqual(after)
    await expect(restore(dataDir, moved)).rejects.toThrow('has a database already')
  } finally {
    await external.stop()
  }
})

test('a restore into a folder that is killed keeps the server from starting there, and the next one succeeds', async () => {
  const dataDir = join(folder, 'killed')
  const child = spawn(
    process.execPath,
    ['server/cli/main.ts', 'restore', file, '--into', dataDir, '--without-marks'],
    { env: { PATH: process.env.PATH, SECRET_KEY: testKey }, stdio: 'ignore' },
  )
  await expect.poll(() => hasCluster(dataDir), { interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  vi.stubEnv('DATA_DIR', dataDir)
  await expect(run(['backup', '--to', folder, '--plain'])).rejects.toThrow('has not finished: run it again')
  await expect.poll(() => processesIn(dataDir), { timeout: 60_000 }).toEqual([])
  await restore(dataDir)
  expect(await run(['doctor'])).toMatchObject({ content: { database: { held: expect.any(String) } } })
})

test('a full disk is one sentence, and no part of a file is left', () => {
  const into = join(folder, 'full')
  // A limit on the size of a file has the same effect on all who write it.
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 16; exec "$0" server/cli/main.ts backup --to "$1" --plain', process.execPath, into],
    {
      env: { PATH: process.env.PATH, SECRET_KEY: testKey, DATABASE_URL: server.database.url },
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([
    1,
    `The backup could not be written to ${into}: EFBIG: file too large, write.\n`,
  ])
  expect(readdirSync(into)).toEqual([])
})

/** A copy of a backup whose manifest was changed by a program that has the key. */
async function withManifest(name: string, change: (manifest: Record<string, unknown>) => void) {
  const { write, sha256 } = recordWriter()
  const pieces: Buffer[] = []
  const inside = zstdDecompressSync(readFileSync(file).subarray(magic.length))
  for await (const { kind, bytes } of readRecords(Readable.from([inside], { objectMode: false }))) {
    const manifest = kind === 'M' ? JSON.parse(bytes.toString()) : undefined
    if (manifest) change(manifest)
    const content = manifest ? JSON.stringify(manifest) : bytes
    pieces.push(...write(kind, kind === 'S' ? signerOf(testSlipKey)(textToSign(sha256())) : content))
  }
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat([Buffer.from(magic), zstdCompressSync(Buffer.concat(pieces))]))
  return path
}

test('a backup of a newer version is refused by its name', () =>
  withTarget(async (url) => {
    const newer = await withManifest('newer', (manifest) => {
      manifest.version = '99.1.0'
    })
    const message = 'was made by Terazi 99.1.0, which is newer than this one'
    await expect(restore(url, newer)).rejects.toThrow(message)
    const migrated = await withManifest('migrated', (manifest) => {
      manifest.migrations = ['0001_schema.sql', '9999_later.sql']
    })
    await expect(restore(url, migrated)).rejects.toThrow('which is newer than this one')
    expect(await query(url, "SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker'")).toEqual([])
  }))

test('the nightly job writes one backup, however many servers run, and the marks beside it are taken as they are', async () => {
  const into = join(folder, 'nightly')
  const nightly = await startTestServer({ database: server.database, backupDir: into })
  try {
    const { membershipId } = await addMember(db(), person.clientId)
    await sql`SELECT graphile_worker.add_job('back_up', '{}')`.execute(db())
    await Promise.all([nightly.runJobs(backupJobs), nightly.runJobs(backupJobs)])
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^terazi-\d{8}T\d{9}Z\.backup$/)])
    const client = await clientForErasing(db(), person.clientId)
    await db()
      .transaction()
      .execute((tx) => erasePerson(tx, testSlipKey, client, membershipId, { ...system, reason: 'manager' }))
    await nightly.runJobs([writeErasureMarks])
    const marks = join(into, marksFileName)
    await withTarget(async (url) => {
      const [name = ''] = readdirSync(into).filter((one) => one.endsWith('.backup'))
      const result = await run(['restore', join(into, name), '--into', url, '--marks', marks])
      expect(result).toMatchObject({ erasedAgain: { people: 1 }, found: { faults: [] } })
    })
  } finally {
    await nightly.close()
  }
})

test('SR-57: doctor restores the newest backup into a folder of its own and leaves nothing', async () => {
  vi.stubEnv('DATABASE_URL', server.database.url)
  vi.stubEnv('BACKUP_DIR', join(folder, 'plain'))
  vi.stubEnv('TMPDIR', join(folder, 'tmp'))
  // What a drill left that was killed the day before.
  const left = join(folder, 'tmp', 'terazi-drill-killed')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'rows'), 'readable')
  utimesSync(left, new Date('2026-01-01'), new Date('2026-01-01'))
  const report = await run(['doctor', '--drill'])
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  expect(report).toMatchObject({
    content: {
      database: { kind: 'external', readOnly: false, held: null, quotasWrong: 0 },
      backup: { readable: true, drill: { tables: expect.any(Number) } },
    },
  })
  // Signed, for the server's System page.
  const { report: written } = JSON.parse(readFileSync(join(folder, 'plain', 'drill.json'), 'utf8'))
  expect(written).toMatchObject({ ok: true, faults: [], backup: expect.stringMatching(/^terazi-.*backup$/) })
  vi.stubEnv('BACKUP_DIR', join(folder, 'nowhere'))
  expect(await run(['doctor'])).toMatchObject({
    content: {
      ok: false,
      faults: expect.arrayContaining([expect.stringContaining('There is no backup in')]),
    },
  })
})

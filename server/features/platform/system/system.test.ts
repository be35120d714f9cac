import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { getSystem, retryJob } from '#contract/system.ts'
import { nameOf } from '#server/backup/folder.ts'
import { jobs } from '#server/features/index.ts'
import { addJob } from '#server/jobs/add.ts'
import { isMail } from '#server/jobs/counts.ts'
import { defineJob, PermanentFailure } from '#server/jobs/define.ts'
import { version } from '#server/version.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { waitingJobs } from '#test/support/jobs.ts'
import { type ServerOptions, startTestServer, type TestServer } from '#test/support/server.ts'
import { askCertificate, watchCertificate } from './certificate.ts'
import { readDisks } from './disks.ts'

let server: TestServer
let cast: Cast
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  folder = mkdtempSync('/tmp/terazi-system-')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const read = async (token = cast.admin.token) => (await request(server.url, getSystem, { token })).answer

test('an admin sees database, processes, disks, versions and clock; a part that there is not is left out', async () => {
  await expect.poll(async () => (await read()).processes.list.length).toBe(1)
  const system = await read()
  expect(system.database).toMatchObject({ state: 'good', replicas: { count: 0, lagSeconds: 0 } })
  expect(system.database.bytes).toBeGreaterThan(1_000_000)
  expect(system.database.connections.used).toBeGreaterThan(0)
  expect(system.processes.list[0]).toMatchObject({ version, node: process.versions.node })
  expect(system.disks.list.map((disk) => disk.folder)).toEqual(['data', 'database'])
  expect(system.versions).toMatchObject({ state: 'good', application: version, migration: '0001_schema' })
  expect(Math.abs(system.clock.differenceSeconds)).toBeLessThan(60)
  expect(system).not.toHaveProperty('certificate')
  expect(await readDisks({ data: join(folder, 'nowhere') })).toEqual([])
})

test('a process of another version needs a look, and one that is silent too', async () => {
  const { db } = server.database
  await sql`INSERT INTO heartbeats (process_id, host, version, node, key_mark, beat_at)
    VALUES (gen_random_uuid(), 'other', '0.0.1', '20.0.0', 'mark', now() - interval '30 seconds')`.execute(db)
  const system = await read()
  expect([system.versions.state, system.processes.state]).toEqual(['look', 'look'])
  await sql`DELETE FROM heartbeats WHERE host = 'other'`.execute(db)
})

const secret = 'ada@example.test'
let obstacle: Error | undefined
const runs: number[] = []
const invitation = defineJob({
  name: 'send_invitation',
  payload: z.strictObject({ address: z.string() }),
  maxAttempts: 2,
  async run(_payload, _deps, { attempt }) {
    runs.push(attempt)
    if (obstacle) throw obstacle
  },
})

test('a failed job is shown without its payload and words, and is tried again once', async () => {
  const { db } = server.database
  obstacle = new PermanentFailure(`address refused: EENVELOPE RCPT TO 550 5.1.1 ${secret}`)
  await addJob(db, invitation, { address: secret })
  await server.runJobs([invitation])
  const { jobs, mails } = await read()
  expect([jobs.state, jobs.failed.count, mails.failed, mails.state]).toEqual(['look', 1, 1, 'look'])
  const [failed] = jobs.failed.first
  expect(failed).toMatchObject({
    name: 'send_invitation',
    attempts: 1,
    reason: 'address_refused',
    codes: '550 5.1.1',
  })
  expect(JSON.stringify(await read())).not.toContain(secret)
  obstacle = undefined
  const again = () =>
    request(server.url, retryJob, { token: cast.admin.token, params: { jobId: failed?.id ?? '' } })
  const statuses = (await Promise.all([again(), again()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 404])
  expect((await read()).jobs.failed).toEqual({ count: 0, first: [] })
  await server.runJobs([invitation])
  expect([runs, await waitingJobs(db)]).toEqual([[1, 1], []])
  const { rows } =
    await sql`SELECT actor_id, details FROM audit_entries WHERE action = 'job_retried'`.execute(db)
  expect(rows).toEqual([{ actor_id: cast.admin.userId, details: { job: 'send_invitation' } }])
})

test('a job that runs, waits or is of somebody erased cannot be tried again', async () => {
  const { db } = server.database
  await addJob(db, invitation, { address: secret })
  const retry = async () => {
    const { rows } = await sql<{ id: string }>`SELECT id::text FROM graphile_worker._private_jobs`.execute(db)
    return request(server.url, retryJob, { token: cast.admin.token, params: { jobId: rows[0]?.id ?? '' } })
  }
  expect((await retry()).code).toBe('not_found')
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 2, locked_at = now(), locked_by = 'one'`.execute(
    db,
  )
  expect((await retry()).code).toBe('not_found')
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL,
    payload = '{"forgotten": true}'`.execute(db)
  expect((await retry()).code).toBe('not_found')
  expect((await read()).jobs.failed.first).toEqual([])
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
})

test('mails that fail and are tried again have an age', async () => {
  const { db } = server.database
  obstacle = new Error('mail not sent: ECONNECTION')
  await addJob(db, invitation, { address: secret })
  await server.runJobs([invitation])
  await sql`UPDATE graphile_worker._private_jobs SET created_at = now() - interval '2 hours'`.execute(db)
  const { mails } = await read()
  expect([mails.state, mails.failing, mails.failed]).toEqual(['bad', 1, 0])
  expect(mails.oldestSeconds).toBeGreaterThanOrEqual(7200)
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
})

/** A TLS server on a free port with a certificate of its own for so many days. */
async function tlsServer(days: number) {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ed25519',
        '-nodes',
        '-days',
        String(days),
        '-subj',
        '/CN=terazi.example.com',
      ],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  )
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)))
  const tls = createServer({ ...(key && { key }), ...(cert && { cert }) })
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  return { tls, port: Object(tls.address()).port as number }
}

test('the certificate of an https address is read, also one that browsers refuse', async () => {
  const { tls, port } = await tlsServer(30)
  const other = await startTestServer({
    publicUrl: `https://127.0.0.1:${port}`,
    database: server.database,
    metricsToken: 'a-long-metrics-token',
  })
  const { answer } = await request(other.url, getSystem, { token: cast.admin.token })
  expect(answer.certificate).toMatchObject({
    state: 'bad',
    host: `127.0.0.1:${port}`,
    found: { subject: 'terazi.example.com', issuer: 'terazi.example.com', days: 29, problem: 'untrusted' },
  })
  const metrics = await fetch(`${other.url}/metrics`, {
    headers: { authorization: 'Bearer a-long-metrics-token' },
  })
  expect(await metrics.text()).toContain('terazi_certificate_days 29\n')
  await other.close()
  tls.close()
  await expect(askCertificate('127.0.0.1', port)).rejects.toThrow('ECONNREFUSED')
})

test('the newest backup has an age, a size and an encryption; a folder of them has a disk', async () => {
  const backups = join(folder, 'backups')
  const open = (options: Partial<ServerOptions>) =>
    startTestServer({ database: server.database, metricsToken: 'a-long-metrics-token', ...options })
  const seen = async (options: Partial<ServerOptions>) => {
    const other = await open(options)
    const { answer } = await request(other.url, getSystem, { token: cast.admin.token })
    const metrics = await fetch(`${other.url}/metrics`, {
      headers: { authorization: 'Bearer a-long-metrics-token' },
    })
    const [, age] = /^terazi_backup_age_seconds (.*)$/m.exec(await metrics.text()) ?? []
    await other.close()
    return { backups: answer.backups, disks: answer.disks.list.map((disk) => disk.folder), age }
  }
  // Nobody needs any on a developer's machine; in production somebody has to know that there are none.
  expect(await seen({})).toEqual({ backups: undefined, disks: ['data', 'database'], age: 'Nan' })
  const none = { state: 'look', readable: true, newest: null }
  expect((await seen({ demo: false })).backups).toEqual({ ...none, folder: null })
  expect(await seen({ backupDir: backups })).toMatchObject({
    backups: { ...none, folder: backups },
    age: '+Inf',
  })
  const hoursAgo = async (hours: number, content: string, options: Partial<ServerOptions> = {}) => {
    rmSync(backups, { recursive: true, force: true })
    mkdirSync(backups)
    writeFileSync(join(backups, nameOf(new Date(Date.now() - hours * 3_600_000))), content)
    // Neither a backup of another time nor what isn't whole.
    writeFileSync(join(backups, nameOf(new Date('2020-01-01'))), '')
    writeFileSync(join(backups, `${nameOf(new Date())}.part`), '')
    return seen({ backupDir: backups, ...options })
  }
  const secret = 'age-encryption.org/v1\n-> X25519'
  const fresh = await hoursAgo(25, secret, { demo: false })
  expect(fresh).toMatchObject({
    backups: { state: 'good', folder: backups, newest: { bytes: secret.length, encrypted: true } },
    disks: ['data', 'database', 'backups'],
  })
  expect(fresh.backups?.newest?.ageSeconds).toBeGreaterThanOrEqual(25 * 3600)
  expect(Number(fresh.age)).toBeGreaterThanOrEqual(25 * 3600)
  expect((await hoursAgo(27, secret)).backups?.state).toBe('look')
  expect((await hoursAgo(51, secret)).backups?.state).toBe('bad')
  const plain = 'terazi backup 1\n'
  expect((await hoursAgo(1, plain)).backups).toMatchObject({ state: 'good', newest: { encrypted: false } })
  expect((await hoursAgo(1, plain, { demo: false })).backups?.state).toBe('look')
  // A file where a folder should be: the page and the metrics answer all the same.
  rmSync(backups, { recursive: true })
  writeFileSync(backups, '')
  expect(await seen({ backupDir: backups })).toMatchObject({
    backups: { state: 'bad', readable: false, newest: null },
    age: 'Nan',
  })
})

test('a certificate is asked for once in an hour, and again soon where there was none', async () => {
  let asked = 0
  const validUntil = new Date(Date.now() + 5.5 * 86_400_000)
  const found = { subject: 'a', issuer: 'b', validUntil, problem: null }
  const watch = watchCertificate('https://terazi.example.com', async () => {
    asked += 1
    return found
  })
  expect(watch?.last()).toBeUndefined()
  expect(await Promise.all([watch?.read(), watch?.read()])).toEqual([
    { ...found, days: 5 },
    { ...found, days: 5 },
  ])
  await watch?.read()
  expect(asked).toBe(1)
  expect(watchCertificate('http://terazi.example.com')).toBeUndefined()
  const nothing = watchCertificate('https://terazi.example.com', () => Promise.reject(new Error('away')))
  expect(await nothing?.read()).toBeUndefined()
})

test('every job has words, and every mail is a job whose name says so', () => {
  for (const locale of ['tr', 'en']) {
    const { job } = JSON.parse(readFileSync(`locales/${locale}/system.json`, 'utf8'))
    expect(
      Object.keys(job)
        .filter((name) => name !== 'other')
        .toSorted(),
    ).toEqual(jobs.map(({ name }) => name).toSorted())
  }
  const mails = jobs.filter((job) => 'write' in job).map(({ name }) => name)
  expect(mails.filter((name) => !isMail(name))).toEqual([])
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anotherServer, kill, processesIn, query } from '#test/support/postgres-process.ts'
import { postgresAccount } from './account.ts'
import { bundledBinaries } from './binaries.ts'
import { postgresFolder } from './folders.ts'
import { openBundledPostgres } from './open.ts'

const isRoot = process.geteuid?.() === 0
/** Has a database that was made once, for tests of what comes later: making one takes longer than all else here. */
let madeDir: string
let dataDir: string
let helpers: ChildProcess[] = []
const open = (settings = {}) => openBundledPostgres({ dataDir, log: () => undefined, settings })
const copyMade = () => execFileSync('cp', ['-a', join(madeDir, 'postgres'), dataDir])
const cluster = () => join(dataDir, 'postgres', 'cluster')
const gone = () => vi.waitFor(() => expect(processesIn(dataDir)).toEqual([]), { timeout: 60_000 })

const newFolder = () => {
  const folder = mkdtempSync('/tmp/terazi-test-')
  chmodSync(folder, 0o711)
  return folder
}

beforeAll(async () => {
  madeDir = newFolder()
  await (await openBundledPostgres({ dataDir: madeDir, log: () => undefined })).stop()
})
afterAll(() => rmSync(madeDir, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = newFolder()
})
afterEach(async () => {
  for (const helper of helpers) helper.kill('SIGKILL')
  helpers = []
  await gone()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process of PostgreSQL's own account, so that its id in postmaster.pid would be believed. */
function asPostgresAccount(script: string): ChildProcess {
  const helper = spawn('/bin/sh', ['-c', script], {
    ...postgresAccount(cluster()),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  helpers.push(helper)
  return helper
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = child.stdout ? await once(child.stdout, 'data') : []
  return String(chunk).trim()
}

describe('starting', () => {
  test('makes the database, and finds its data again', async () => {
    const first = await open()
    await query(first.url, "CREATE TABLE kept AS SELECT 'ŞÜKRÜ İĞNECİ' AS name")
    await first.stop()
    const second = await open()
    expect(await query(second.url, 'SELECT name FROM kept')).toEqual([{ name: 'ŞÜKRÜ İĞNECİ' }])
    await second.stop()
  })

  test('is reachable by a private socket only, and durable', async () => {
    copyMade()
    const db = await open()
    expect(statSync(join(dataDir, 'postgres', 'socket')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    const [settings] = await query(
      db.url,
      `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS sync, pg_encoding_to_char(encoding) AS encoding
       FROM pg_database WHERE datname = current_database()`,
    )
    expect(settings).toEqual({ tcp: '', fsync: 'on', sync: 'on', encoding: 'UTF8' })
    await db.stop()
  })

  test('works where the path is too long for a socket and has spaces and Turkish letters', async () => {
    const base = dataDir
    dataDir = join(base, 'veri klasörü', 'ğ'.repeat(60))
    mkdirSync(dataDir, { recursive: true })
    for (const folder of [dataDir, join(base, 'veri klasörü')]) chmodSync(folder, 0o711)
    const db = await open()
    const sockets = new URL(db.url).searchParams.get('host') ?? ''
    expect(statSync(sockets).mode & 0o777).toBe(0o700)
    expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await db.stop()
    expect(existsSync(sockets)).toBe(false)
    dataDir = base
  })

  test.runIf(isRoot)(
    'keeps data and programs elsewhere when a parent folder is closed to its account',
    async () => {
      chmodSync(dataDir, 0o700)
      const inner = join(dataDir, 'clone', 'data')
      const { folder } = postgresFolder(inner)
      try {
        expect(folder).toMatch(/^\/var\/lib\/terazi\/data-[0-9a-f]{16}$/)
        const db = await openBundledPostgres({ dataDir: inner, log: () => undefined })
        expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        await db.stop()
        chmodSync(dataDir, 0o711)
        expect(postgresFolder(inner).folder).toBe(folder) // opening the parent later must not lose the data
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  test.each([
    ['a file', () => writeFileSync(join(dataDir, 'data'), ''), () => join(dataDir, 'data')],
    ['not to be made', () => undefined, () => '/proc/terazi/data'],
  ])('says in one sentence that the data directory is %s', async (_, arrange, path) => {
    arrange()
    await expect(openBundledPostgres({ dataDir: path(), log: () => undefined })).rejects.toThrow(
      /^The data directory .+ cannot be made \(.+\): set DATA_DIR to a folder that this user may write\.$/,
    )
  })
})

describe('a postmaster.pid that nobody owns does not block', () => {
  const deadProcess = async () => {
    const dead = spawn('true')
    await once(dead, 'exit')
    return String(dead.pid)
  }
  const livingProcess = async () => String(asPostgresAccount('exec sleep 1000').pid)
  // The shell becomes a sleep that never collects its child. The child ends only then: a shell would collect it.
  const zombie = async () => {
    const child = '(until [ "$(cat /proc/$$/comm)" = sleep ]; do :; done)'
    const id = await firstLine(asPostgresAccount(`${child} & echo $!; exec sleep 1000`))
    await vi.waitFor(() => expect(readFileSync(`/proc/${id}/stat`, 'utf8')).toMatch(/\) Z /), 60_000)
    return id
  }
  test.each([
    ['stale', deadProcess],
    ['recycled', livingProcess],
    ['a zombie', zombie],
    ['empty', undefined],
  ])('%s', async (_, makeId) => {
    copyMade()
    const first = await open()
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one')
    const lines = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')
    await first.stop()
    writeFileSync(
      join(cluster(), 'postmaster.pid'),
      makeId ? [await makeId(), ...lines.slice(1)].join('\n') : '',
    )
    const second = await open()
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    await second.stop()
  })
})

describe('kill -9 of the server', () => {
  test('leaves no process behind, loses nothing committed, and the next start works at once', async () => {
    copyMade()
    const server = anotherServer(dataDir)
    const { url } = await server.outcome
    await query(url ?? '', 'CREATE TABLE kept AS SELECT 1 AS one')
    await kill(server.child)
    const next = await open()
    expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    await next.stop()
    await gone()
  })

  test('also with open connections, and with nobody starting again', async () => {
    copyMade()
    const server = anotherServer(dataDir)
    const { url } = await server.outcome
    const lost = query(url ?? '', 'SELECT pg_sleep(1000)').catch((error: Error) => error)
    await vi.waitFor(
      async () =>
        expect(
          await query(url ?? '', "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
        ).toHaveLength(1),
      60_000,
    )
    expect(processesIn(dataDir)).not.toEqual([])
    await kill(server.child)
    await gone()
    expect(await lost).toBeInstanceOf(Error)
  })

  test('while the database is being made: the next start makes it again', async () => {
    const server = anotherServer(dataDir)
    await vi.waitFor(
      () => expect(existsSync(join(dataDir, 'postgres', 'cluster.new', 'PG_VERSION'))).toBe(true),
      { interval: 2, timeout: 60_000 },
    )
    await kill(server.child)
    const db = await open()
    expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await db.stop()
  })

  test('a half-made database of a power cut is thrown away', async () => {
    const { folder, account } = postgresFolder(dataDir)
    const half = spawn('/bin/sh', ['-c', `mkdir cluster.new && echo 18 >cluster.new/PG_VERSION`], {
      ...account,
      cwd: folder,
    })
    await once(half, 'exit')
    const db = await open()
    await db.stop()
    expect(existsSync(join(folder, 'cluster.new'))).toBe(false)
  })
})

describe('a second server', () => {
  test('is refused with one sentence, and the first one goes on', async () => {
    copyMade()
    const first = await open()
    const { refused } = await anotherServer(dataDir).outcome
    expect(refused).toBe(
      `The data directory ${dataDir} is in use by another Terazi server (process ${process.pid}): stop that one, or give this one a DATA_DIR of its own.`,
    )
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
  })

  test('of four that start at the same moment one wins', async () => {
    const servers = [1, 2, 3, 4].map(() => anotherServer(dataDir))
    const outcomes = await Promise.all(servers.map((server) => server.outcome))
    expect(outcomes.filter(({ url }) => url)).toHaveLength(1)
    expect(
      outcomes.filter(({ refused }) => refused?.includes('is in use by another Terazi server')),
    ).toHaveLength(3)
    await Promise.all(servers.filter(({ child }) => child.exitCode === null).map(({ child }) => kill(child)))
  })

  test('is refused when PostgreSQL was started by hand', async () => {
    copyMade()
    await (await open()).stop()
    const { account, copies, folder } = postgresFolder(dataDir)
    const postgres = join(bundledBinaries(account, copies), 'postgres')
    const byHand = asPostgresAccount(
      `exec '${postgres}' -D '${cluster()}' -k '${folder}' -c listen_addresses=`,
    )
    await vi.waitFor(
      () => expect(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8')).toContain('ready'),
      { timeout: 60_000 },
    )
    await expect(open()).rejects.toThrow('A PostgreSQL that Terazi did not start is running on')
    const exit = once(byHand, 'exit')
    byHand.kill('SIGINT')
    await exit
  })
})

test('the end of PostgreSQL is reported', async () => {
  copyMade()
  const db = await open()
  const [postmaster] = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postmaster), 'SIGKILL')
  expect(await db.exited).not.toBe(0)
  await gone()
})

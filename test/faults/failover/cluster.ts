import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { systemPostgres } from '#test/support/system-postgres.ts'
import { createMachine, type Machine, makeNetwork } from './machine.ts'

const shipped = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../deploy/ha', name), 'utf8').replaceAll(
    'CHANGE-ME-',
    'of-a-run-',
  )

/** The shipped settings are those of the first machine. */
const machines = [
  { name: 'db1', address: '10.0.0.21' },
  { name: 'db2', address: '10.0.0.22' },
  { name: 'db3', address: '10.0.0.23' },
] as const

export const databaseUrl = 'postgres://terazi:of-a-run-terazi@127.0.0.1:5000/terazi'

const State = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
})

/** A Patroni's view of the members. */
export type Members = z.infer<typeof State>['members']

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * Three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one, with the settings of deploy/ha. Only where this
 * program runs apart.
 * @throws when it doesn't come up
 */
export async function openCluster(ofRun: string) {
  makeNetwork()
  const folder = folderOfMachines(ofRun)
  mkdirSync(folder, { recursive: true })
  const owner = ownerOf('postgres')
  const all = machines.map(({ name, address }) => {
    const home = join(folder, name)
    mkdirSync(join(home, 'socket'), { recursive: true })
    writeFileSync(join(home, 'patroni.yml'), patroniOf(name, address, home), { mode: 0o600 })
    for (const path of [home, join(home, 'socket'), join(home, 'patroni.yml')])
      chownSync(path, owner.uid, owner.gid)
    const as = `setpriv --reuid=${owner.uid} --regid=${owner.gid} --clear-groups`
    return createMachine(name, address, home, [
      { name: 'etcd', command: `${as} etcd`, env: etcdOf(name, address, home) },
      { name: 'patroni', command: `${as} patroni ${home}/patroni.yml` },
    ])
  })
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, shipped('haproxy-postgres.cfg'))
  const log = openSync(join(folder, 'haproxy.log'), 'a')
  const haproxy = spawn('haproxy', ['-f', settings], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', log, log],
  })
  const close = async () => {
    await Promise.all(all.map((machine) => machine.powerOff()))
    await ended(haproxy)
  }
  try {
    for (const machine of all) await machine.start()
    await untilWhole(all)
    await makeDatabase(await primaryOf(all), folder)
  } catch (error) {
    await close()
    throw error
  }
  return {
    machines: all,
    primary: () => primaryOf(all),
    /** Another primary than this one. */
    primaryAfter: (old: Machine) =>
      until('another primary was there', async () => {
        const now = await primaryOf(all)
        return now === old ? undefined : now
      }),
    /** One of the standbys. */
    async standby() {
      const found = (await untilWhole(all)).find(({ role }) => role === 'sync_standby')
      const machine = all.find(({ name }) => name === found?.name)
      if (machine === undefined) throw new Error('no standby is there')
      return machine
    },
    whole: () => untilWhole(all),
    switchOver,
    close,
  }
}

/** Removes what is large, once nothing runs there any more. The logs stay. */
export function removeData(folder: string): void {
  for (const { name } of machines)
    for (const part of ['data', 'etcd'])
      rmSync(join(folderOfMachines(folder), name, part), { recursive: true, force: true })
}

const folderOfMachines = (folder: string) => join(folder, 'machines')

const ownerOf = (user: string) => ({
  uid: Number(execFileSync('id', ['-u', user])),
  gid: Number(execFileSync('id', ['-g', user])),
})

/** The shipped settings for another machine, with folders of this run. */
function patroniOf(name: string, address: string, home: string): string {
  const bin = systemPostgres()
  if (bin === undefined) throw new Error('No PostgreSQL is installed: apt-get install postgresql')
  return ofMachine(shipped('patroni.yml'), name, address)
    .replace('/var/lib/postgresql/15/terazi', join(home, 'data'))
    .replace('/var/lib/postgresql/terazi.pgpass', join(home, 'pgpass'))
    .replace('/var/run/postgresql', join(home, 'socket'))
    .replace(/bin_dir: .*/, `bin_dir: ${bin}`)
}

/** The lines of "this machine" for another one. */
const ofMachine = (text: string, name: string, address: string) =>
  text.replace(/^.* # this machine$/gm, (line) => line.replace('db1', name).replace('10.0.0.21', address))

function etcdOf(name: string, address: string, home: string): Record<string, string> {
  const lines = shipped('etcd.env').matchAll(/^(ETCD_\w+)=(.*)$/gm)
  const ofThisMachine = /^ETCD_(NAME|LISTEN_\w+|ADVERTISE_\w+|INITIAL_ADVERTISE_\w+)$/
  return Object.fromEntries(
    [...lines].map(([, key = '', value = '']) => [
      key,
      key === 'ETCD_DATA_DIR'
        ? join(home, 'etcd')
        : ofThisMachine.test(key)
          ? value.replace('db1', name).replace('10.0.0.21', address)
          : value,
    ]),
  )
}

const membersSeenBy = async ({ address }: Machine): Promise<Members> => {
  const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
  return State.parse(await response.json()).members
}

const isPrimary = ({ address }: Machine) =>
  fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const limitMs = 180_000

/** Repeats a question until it has an answer. @throws when it has none for three minutes */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`${what} not after ${limitMs / 1000} s`)
    await pause(200)
  }
}

/** The machine whose Patroni says that it is the primary. */
const primaryOf = (all: readonly Machine[]): Promise<Machine> =>
  until('a primary was there', async () => {
    for (const machine of all) if (await isPrimary(machine)) return machine
    return undefined
  })

/** Waits until both standbys follow the primary synchronously. */
const untilWhole = (all: readonly Machine[]): Promise<Members> =>
  until('three machines were together', async () => {
    const members = await membersSeenBy(await primaryOf(all))
    const count = (role: string) =>
      members.filter((one) => one.role === role && /^(running|streaming)$/.test(one.state)).length
    const timelines = new Set(members.map(({ timeline }) => timeline))
    const isWhole = count('leader') === 1 && count('sync_standby') === 2
    return isWhole && timelines.size === 1 ? members : undefined
  })

/** A planned change, with the command that docs/operations.md names. */
async function switchOver(from: Machine, to: Machine): Promise<void> {
  const ran = spawn(
    'patronictl',
    [
      '-c',
      join(from.folder, 'patroni.yml'),
      'switchover',
      '--force',
      '--leader',
      from.name,
      '--candidate',
      to.name,
    ],
    { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, stdio: 'ignore' },
  )
  await once(ran, 'exit')
}

/** Runs the shipped statements as an operator does. */
async function makeDatabase({ folder: home }: Machine, folder: string): Promise<void> {
  const file = join(folder, 'database.sql')
  writeFileSync(file, shipped('database.sql'))
  const { uid, gid } = ownerOf('postgres')
  execFileSync(
    'setpriv',
    [
      ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'psql', '-h', join(home, 'socket')],
      ...['-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q', '-f', file],
    ],
    { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

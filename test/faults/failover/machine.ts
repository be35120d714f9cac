import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The shipped settings of the kernel's network. */
const network = join(import.meta.dirname, '../../../deploy/ha/sysctl.conf')
const bridge = 'switch'
/** The address of the application's machine, which is this program's own network. */
const ownAddress = '10.0.0.11/24'

/** Makes the network that connects the machines. Only where this program runs apart. */
export function makeNetwork(): void {
  execFileSync('sysctl', ['-q', '-p', network], { stdio: ['ignore', 'ignore', 'inherit'] })
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', ownAddress, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })

interface Service {
  readonly name: string
  /** Words of the shell. */
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
}

export type Machine = ReturnType<typeof createMachine>

/**
 * A machine with a network and processes of its own, which all end with its first one. It starts its services again when they
 * end, as systemd does.
 */
export function createMachine(name: string, address: string, folder: string, services: readonly Service[]) {
  let starts = 0
  let child: ChildProcess | undefined
  let plug = ''
  const held = (service: string) => join(folder, `${service}.held`)
  const script = [
    `sysctl -q -p ${network}`,
    'until ip -4 addr show dev eth0 2>/dev/null | grep -q inet; do sleep 0.1; done',
    ...services.map(
      ({ name: service, command }) =>
        `(while :; do [ -e ${held(service)} ] || ${command} >>${folder}/${service}.log 2>&1; sleep 1; done) &`,
    ),
    'wait',
  ].join('\n')

  /** The first process in it. */
  const first = () => (child?.pid === undefined ? undefined : childrenOf(child.pid)[0])
  const processes = (): number[] => {
    const found = first()
    return found === undefined ? [] : [found, ...descendantsOf(found)]
  }
  const signal = (pids: readonly number[], which: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, which)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
  }

  return {
    name,
    address,
    folder,
    async start() {
      starts += 1
      const log = openSync(join(folder, 'machine.log'), 'a')
      child = spawn(
        'unshare',
        ['--net', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL', '--', 'sh', '-c', script],
        {
          env: Object.assign(
            { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
            ...services.map(({ env }) => env),
          ),
          stdio: ['ignore', log, log],
        },
      )
      closeSync(log)
      while (first() === undefined) await pause(10)
      const inside = String(first())
      plug = `${name}-${starts}`
      const inIt = (...args: string[]) =>
        execFileSync('nsenter', ['-t', inside, '-n', 'ip', ...args], {
          stdio: ['ignore', 'ignore', 'inherit'],
        })
      ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', inside)
      ip('link', 'set', plug, 'master', bridge, 'up')
      inIt('link', 'set', 'lo', 'up')
      inIt('link', 'set', 'eth0', 'up')
      inIt('addr', 'add', `${address}/24`, 'dev', 'eth0')
    },
    /** The power is gone: no process says good-bye, and nobody answers at its address. */
    async powerOff() {
      if (child === undefined) return
      // First, or the kernel would close the connections of its processes.
      ip('link', 'set', plug, 'down')
      const gone = once(child, 'exit')
      const inside = first()
      if (inside === undefined) child.kill('SIGKILL')
      else signal([inside], 'SIGKILL')
      await gone
      child = undefined
    },
    /** Every process is as it was, and does nothing. The kernel still takes connections. */
    stop: () => signal(processes(), 'SIGSTOP'),
    goOn: () => signal(processes(), 'SIGCONT'),
    cut: () => void ip('link', 'set', plug, 'down'),
    plugIn: () => void ip('link', 'set', plug, 'up'),
    /** kill -9 of these programs. They come back unless their service is held. */
    kill(...programs: readonly string[]) {
      signal(
        processes().filter((pid) => programs.includes(programOf(pid))),
        'SIGKILL',
      )
    },
    hold: (service: string) => writeFileSync(held(service), ''),
    release: (service: string) => rmSync(held(service), { force: true }),
    logOf: (service: string) =>
      existsSync(join(folder, `${service}.log`)) ? readFileSync(join(folder, `${service}.log`), 'utf8') : '',
    note: (line: string) => appendFileSync(join(folder, 'machine.log'), `${line}\n`),
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return [] // ended meanwhile
  }
}

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '' // ended meanwhile
  }
}

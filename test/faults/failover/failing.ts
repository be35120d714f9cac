import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connections } from '#server/db/database.ts'
import { look } from '../breaking.ts'
import type { openHistory } from '../history.ts'
import type { Cluster } from './cluster.ts'
import type { createGaps } from './gaps.ts'
import type { Machine } from './machine.ts'

const programs = ['postgres', 'patroni'] as const

interface Scene {
  readonly cluster: Cluster
  readonly random: () => number
}

/** A machine that is lost, in one of several ways. */
interface Failure {
  readonly name: string
  /** Which one; the primary unless named. */
  readonly of?: (scene: Scene) => Promise<Machine>
  fail(machine: Machine, scene: Scene): Promise<void>
  /** Lets the machine come back. */
  repair(machine: Machine): Promise<void>
}

const powerOff: Pick<Failure, 'fail' | 'repair'> = {
  fail: (machine) => machine.powerOff(),
  repair: (machine) => machine.start(),
}

/** In the order in which they come, again and again. Each but the last makes another machine the primary. */
const failures: readonly Failure[] = [
  { name: 'power off', ...powerOff },
  {
    name: 'network cut, the old primary alive',
    fail: async (machine) => machine.cut(),
    async repair(machine) {
      // It has been replaced, and nobody can tell it.
      await pause(5000)
      machine.plugIn()
    },
  },
  {
    name: 'machine stopped, which goes on later',
    fail: async (machine) => machine.stop(),
    repair: async (machine) => machine.goOn(),
  },
  {
    name: 'kill -9 of PostgreSQL and Patroni',
    async fail(machine) {
      machine.hold('patroni')
      machine.kill(...programs)
    },
    repair: async (machine) => machine.release('patroni'),
  },
  {
    name: 'a standby killed, then power off',
    async fail(machine, { cluster, random }) {
      const standbys = cluster.machines.filter((one) => one !== machine)
      standbys[Math.floor(random() * standbys.length)]?.kill(...programs)
      await pause(random() * 2000)
      await machine.powerOff()
    },
    repair: (machine) => machine.start(),
  },
  {
    name: 'planned switchover',
    fail: async (machine, { cluster }) => cluster.switchOver(machine, await cluster.standby()),
    repair: async () => undefined,
  },
  { name: 'power off of a standby', of: ({ cluster }) => cluster.standby(), ...powerOff },
]

export interface FailoverStage extends Scene {
  readonly failovers: number
  readonly folder: string
  readonly history: ReturnType<typeof openHistory>
  readonly gaps: ReturnType<typeof createGaps>
  readonly connections: Connections
  readonly clientId: string
  readonly isOver: () => boolean
}

/** Loses one primary after the other, as often as was asked for, and looks each time at what the next one has. */
export async function failOver(stage: FailoverStage): Promise<void> {
  const { cluster, random, failovers, gaps, history, folder, isOver } = stage
  let [done, looks] = [0, 0]
  const lookNow = () => {
    looks += 1
    return look(join(folder, `stored-${looks}.json`), stage)
  }
  for (let turn = 0; done < failovers && !isOver(); turn += 1) {
    const failure = failures[turn % failures.length] ?? failures[0]
    if (failure === undefined) return
    await cluster.whole()
    await pause(random() * 3000)
    const primary = await cluster.primary()
    const lost = (await failure.of?.(stage)) ?? primary
    const start = gaps.now()
    await failure.fail(lost, stage)
    const next = lost === primary ? await cluster.primaryAfter(primary) : primary
    await gaps.answeredAfter(gaps.now())
    // Read before the people go on for long: later answers would hide that earlier ones are gone.
    await lookNow()
    const back = gaps.now()
    await failure.repair(lost)
    await cluster.whole()
    await gaps.answeredAfter(gaps.now())
    await lookNow()
    if (lost === primary) done += 1
    const gapMs = gaps.longestSince(start)
    const rejoinedAfterMs = Math.round(gaps.now() - back)
    history.tell({
      what: 'failover',
      part: failure.name,
      from: lost.name,
      to: next.name,
      gapMs,
      rejoinedAfterMs,
    })
    console.log(
      `${done}. ${failure.name}: ${lost.name} to ${next.name}, gap ${gapMs} ms, back after ${rejoinedAfterMs} ms`,
    )
  }
}

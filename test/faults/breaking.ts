import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connections } from '#server/db/database.ts'
import { steps } from '#server/steps.ts'
import type { openHistory } from './history.ts'
import type { openHost, Part } from './host.ts'
import { whatRuns } from './stored.ts'

interface Wanted {
  /** The number of times that the server or the database is killed. Full disks and jumps of the clock come between them. */
  kills: number
  smallDisk?: boolean | undefined
  /** Takes what is stored after each break. */
  folder: string
}

export interface Stage {
  host: Awaited<ReturnType<typeof openHost>>
  random: () => number
  history: ReturnType<typeof openHistory>
  connections: Connections
  clientId: string
  /** Nothing more is broken from then on. */
  isOver: () => boolean
}

/** Breaks one thing after the other, as often as was asked for, and looks each time what is stored. */
export async function breakThings({ kills, smallDisk, folder }: Wanted, stage: Stage): Promise<void> {
  const { host, random, isOver } = stage
  let looks = 0
  const breaking = async (part: string, broken: Part) => {
    const start = performance.now()
    await broken.repair()
    looks += 1
    // Read before the people go on for long: later answers would hide that earlier ones are gone.
    await look(join(folder, `stored-${looks}.json`), stage)
    await host.ready()
    stage.history.tell({ what: 'broken', part, backAfterMs: Math.round(performance.now() - start) })
  }
  const databases = [
    'PostgreSQL, its first process',
    'PostgreSQL, all processes',
    'PostgreSQL, one of its other processes',
  ] as const
  for (let kill = 0; kill < kills && !isOver(); kill += 1) {
    await pause(200 + random() * 1500)
    const extra = random()
    const beside = extra < 0.15 ? 'clock jump' : smallDisk && extra < 0.25 ? 'disk full' : undefined
    if (beside !== undefined) {
      await host.parts[beside].kill()
      await breaking(beside, host.parts[beside])
    }
    // Every third time after a named step, which come in turns; every third time the database.
    if (kill % 3 === 0) {
      const step = steps[(kill / 3) % steps.length] ?? 'answers_stored'
      const times = 1 + Math.floor(random() * (step === 'answers_stored' ? 40 : 2))
      const reached = await host.killAfter(step, times)
      await breaking(reached ? `server after ${step}` : 'server', host.parts.server)
    } else if (kill % 3 === 1) {
      await host.parts.server.kill()
      await breaking('server', host.parts.server)
    } else {
      const part = databases[Math.floor(random() * databases.length)] ?? databases[0]
      await host.parts[part].kill()
      await breaking(part, host.parts[part])
    }
  }
  await pause(500)
}

const backWithinMs = 60_000

/** Writes what is stored now, as soon as the database answers. */
export async function look(
  file: string,
  { history, connections, clientId }: Pick<Stage, 'history' | 'connections' | 'clientId'>,
): Promise<void> {
  const from = history.length()
  const end = Date.now() + backWithinMs
  for (;;) {
    try {
      const stored = await whatRuns(connections.db, clientId)
      return writeFileSync(file, JSON.stringify({ from, to: history.length(), ...stored }))
    } catch (error) {
      // A connection of before, or a database that is not ready yet.
      if (Date.now() > end) throw error
      await pause(50)
    }
  }
}

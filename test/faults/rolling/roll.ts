import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listAssignments } from '#contract/assignments.ts'
import { pathOf } from '#contract/kit.ts'
import type { Connections } from '#server/db/database.ts'
import { follow } from '#test/support/live.ts'
import { look } from '../breaking.ts'
import type { createGaps } from '../failover/gaps.ts'
import type { openHistory } from '../history.ts'
import type { Fleet, Which } from './fleet.ts'

export interface RollingStage {
  readonly fleet: Fleet
  readonly folder: string
  readonly history: ReturnType<typeof openHistory>
  readonly gaps: ReturnType<typeof createGaps>
  readonly connections: Connections
  readonly clientId: string
  /** A manager's session. */
  readonly token: string
  readonly isOver: () => boolean
}

/** Requests that a new process answers before the next one is replaced. */
const enough = 50

/** Replaces one process after the other by the new version, and then back, while people work. */
export async function roll(stage: RollingStage): Promise<void> {
  const { fleet, folder, history, gaps, isOver } = stage
  let over = false
  const manager = { ...stage, isOver: () => over }
  const seen = { lists: 0, streams: 0 }
  const watching = Promise.all([readLists(manager, seen), followEvents(manager, seen)])
  let looks = 0
  for (const place of fleet.places) await place.hasServed(enough)
  for (const which of ['new', 'released'] satisfies Which[])
    for (const [at, place] of fleet.places.entries()) {
      if (isOver()) break
      const start = performance.now()
      await fleet.takeOut(place.port)
      await place.stop()
      await place.start(which)
      await fleet.takeOut()
      const backAfterMs = Math.round(performance.now() - start)
      history.tell({
        what: 'broken',
        part: `process ${at + 1} replaced by the ${which} version`,
        backAfterMs,
      })
      await gaps.answeredAfter(gaps.now())
      await place.hasServed(enough)
      looks += 1
      await look(join(folder, `stored-${looks}.json`), stage)
    }
  over = true
  await watching
  const served = (which: Which) => fleet.places.reduce((sum, place) => sum + place.served()[which], 0)
  const lines = fleet.log()
  const repeated = lines.filter((line) => / 127\.0\.0\.1:\d+, 127/.test(line))
  const failed = lines.filter((line) => statusOf(line) >= 500)
  for (const line of failed) history.tell({ what: 'failed', attempt: 'a request', error: line })
  console.log(
    `${served('released')} requests were answered by ${fleet.release.version}, ${served('new')} by the new version; ` +
      `${seen.lists} of them lists. ${seen.streams} event streams were opened.`,
  )
  console.log(`nginx asked the other process ${repeated.length} times; ${failed.length} requests failed.`)
}

const statusOf = (line: string) => Number(/ (\d{3}) \d+ [\d.]+ /.exec(line)?.[1])

type Manager = RollingStage
type Seen = { lists: number; streams: number }

/** A manager who reads a list again and again. */
async function readLists(stage: Manager, seen: Seen): Promise<void> {
  const address = stage.fleet.url + pathOf(listAssignments, { clientId: stage.clientId })
  while (!stage.isOver()) {
    await noted(stage, async () => {
      const answer = await fetch(address, { headers: { authorization: `Token ${stage.token}` } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`a list was answered ${answer.status}`)
    })
    seen.lists += 1
    await pause(100)
  }
}

/** A manager whose page follows live changes, and does so again when a process ends. */
async function followEvents(stage: Manager, seen: Seen): Promise<void> {
  while (!stage.isOver()) {
    await noted(stage, async () => {
      const stream = await follow(stage.fleet.url, stage.clientId, stage.token)
      seen.streams += 1
      while (stream.isOpen() && !stage.isOver()) await pause(50)
      const isWhole = !stream.isOpen() && stream.isWhole()
      if (!isWhole && !stage.isOver()) throw new Error('an event stream was broken off')
      await stream.close()
    })
  }
}

async function noted({ history }: Manager, doing: () => Promise<void>): Promise<void> {
  try {
    await doing()
  } catch (error) {
    const reason = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
    history.tell({ what: 'failed', attempt: 'a manager', error: reason })
    await pause(200)
  }
}

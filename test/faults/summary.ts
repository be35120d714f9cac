import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createCheck } from './check.ts'
import { type Event, readHistory } from './history.ts'

const answers = z.array(
  z.object({
    attempt: z.string(),
    item: z.string(),
    value: z.unknown(),
    epoch: z.number(),
    seq: z.number(),
    late: z.boolean(),
  }),
)
const Look = z.object({
  from: z.number(),
  to: z.number(),
  answers,
  running: z.array(z.object({ assignment: z.string(), paused: z.boolean() })),
})
const Stored = z.object({
  answers,
  attempts: z.array(
    z.object({
      attempt: z.string(),
      assignment: z.string(),
      receipt: z.string().nullable(),
      results: z.number(),
      scoredRight: z.boolean(),
    }),
  ),
  kept: z.array(
    z.object({
      attempt: z.string(),
      answers: z.record(z.string(), z.object({ value: z.unknown(), seq: z.number() })),
    }),
  ),
})

export interface Summary {
  /** Different answers that the server confirmed. */
  readonly acknowledged: number
  /** Tests whose person was shown a receipt. */
  readonly submitted: number
  /** The number of breaks of each part, of each trouble of a network, and of each other event. */
  readonly counts: Readonly<Record<string, number>>
  /** Milliseconds from each break until the server answered as ready, in their order. */
  readonly backAfterMs: readonly number[]
  /** Milliseconds without a confirmed answer when a database machine was lost, by the way in which it was. */
  readonly gapsMs: Readonly<Record<string, readonly number[]>>
  /** The losses, in sentences. */
  readonly broken: readonly string[]
}

/** Compares the files of an experiment, as anybody can who has them. */
export async function checkFolder(folder: string): Promise<Summary> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const numbers = readdirSync(folder).flatMap((name) => /^stored-(\d+)\.json$/.exec(name)?.[1] ?? [])
  const looks = numbers.map(Number).toSorted((a, b) => a - b)
  const nextLook = () => {
    const number = looks.shift()
    return number === undefined ? undefined : Look.parse(read(`stored-${number}.json`))
  }
  const check = createCheck()
  const counts = new Map<string, number>()
  const backAfterMs: number[] = []
  const gapsMs: Record<string, number[]> = {}
  let lines = 0
  let next = nextLook()
  const lookAround = () => {
    for (; next !== undefined && next.from <= lines; next = nextLook()) check.look(next)
  }
  for await (const event of readHistory(join(folder, 'history.jsonl'))) {
    lookAround()
    check.take(event)
    lines += 1
    const name = nameOf(event)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (event.what === 'broken') backAfterMs.push(event.backAfterMs)
    if (event.what === 'failover') gapsMs[event.part] = [...(gapsMs[event.part] ?? []), event.gapMs]
  }
  lookAround()
  const broken = check.end(Stored.parse(read('stored.json')))
  return {
    acknowledged: check.acknowledged(),
    submitted: check.submitted(),
    counts: Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    backAfterMs,
    gapsMs,
    broken,
  }
}

function nameOf(event: Event): string {
  if (event.what === 'broken') return `broken: ${event.part}`
  if (event.what === 'failover') return `lost: ${event.part}`
  if (event.what === 'network') return `network: ${event.trouble}`
  if (event.what === 'asked') return `asked to ${event.to}`
  if (event.what === 'begun') return `begun: ${event.by}`
  if (event.what === 'pause')
    return `${event.paused ? 'pause' : 'end of a pause'}: ${event.done ? 'done' : 'asked'}`
  return event.what
}

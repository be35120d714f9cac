import { isDeepStrictEqual } from 'node:util'
import type { Answers, Event } from './history.ts'
import { createRecord, isNewer, type Newest, type Place } from './record.ts'

/** An answer as the database has it. */
export interface StoredAnswer {
  attempt: string
  item: string
  value: unknown
  epoch: number
  seq: number
  late: boolean
}

/** An attempt as the database has it. */
export interface StoredAttempt {
  /** The client's name for it: a tablet's own name, otherwise its id. */
  attempt: string
  assignment: string
  receipt: string | null
  /** The number of its results. */
  results: number
  /** True if its result agrees with its stored answers. */
  scoredRight: boolean
}

/** The stored data between two lines of the history. */
export interface Look {
  /** The number of lines before it was read, and after. */
  from: number
  to: number
  answers: readonly StoredAnswer[]
  /** The assignments whose tests ran then, and those of them that were paused. */
  running: readonly { assignment: string; paused: boolean }[]
}

/** The stored data at the end. */
export interface Stored {
  answers: readonly StoredAnswer[]
  attempts: readonly StoredAttempt[]
  /** Tests of tablets that were kept for the manager. */
  kept: readonly { attempt: string; answers: Answers }[]
}

/** Compares a history, read from its beginning, with what was stored at moments of it and at its end. */
export function createCheck() {
  const record = createRecord()
  const looks: Look[] = []
  const broken: string[] = []

  /** All that was stored at a look had been sent by its end, and a pause that no order has touched is as it was confirmed. */
  const settle = (then: Look) =>
    broken.push(
      ...then.answers.flatMap((answer) => invented(record, answer.attempt, answer.item, answer)),
      ...then.running
        .filter(({ assignment }) => record.isAsOf(assignment, then.from))
        .map(({ assignment, paused }) =>
          paused ? `Lost: the end of the pause of ${assignment}.` : `Lost: the pause of ${assignment}.`,
        ),
    )

  return {
    take(event: Event): void {
      broken.push(...record.take(event))
      for (const next of [...looks])
        if (next.to <= record.lines()) settle(looks.splice(looks.indexOf(next), 1)[0] ?? next)
    },
    /** Takes what was stored after the number of events that `then.from` says. */
    look(then: Look): void {
      broken.push(...lost(record, then.answers))
      const otherwise = then.running.filter(({ assignment, paused }) => {
        const told = record.paused(assignment)
        return told !== undefined && told !== paused
      })
      looks.push({ ...then, running: otherwise })
    },
    end(stored: Stored): string[] {
      for (const then of looks.splice(0)) settle(then)
      broken.push(
        ...lost(record, stored.answers),
        // A device sends everything before it hands a test in.
        ...missing(record.sentOfSubmitted(), stored.answers, 'sent and then handed in'),
        ...stored.answers.flatMap((answer) => invented(record, answer.attempt, answer.item, answer)),
        ...wrongAttempts(record, stored),
        ...wrongKept(record, stored),
      )
      return [...new Set(broken)]
    },
    acknowledged: record.acknowledged,
    submitted: () => record.submitted.size,
  }
}

type Record = ReturnType<typeof createRecord>

const lost = ({ newest }: Record, answers: readonly StoredAnswer[]) => [
  ...missing(newest.inTime, answers, 'acknowledged'),
  ...missing(newest.late, answers, 'acknowledged as late'),
]

/** Answers that are stored neither in their value nor in a later one, in sentences. */
function missing(
  wanted: ReadonlyMap<string, Newest>,
  answers: readonly StoredAnswer[],
  word: string,
): string[] {
  const stored = Map.groupBy(answers, ({ attempt, item }) => `${attempt} ${item}`)
  return [...wanted].flatMap(([key, answer]) => {
    const isKept = stored
      .get(key)
      ?.some(
        (now) =>
          (answer.late || !now.late) &&
          (isNewer(now, answer) || (!isNewer(answer, now) && isDeepStrictEqual(now.value, answer.value))),
      )
    const [attempt, item] = key.split(' ')
    return isKept
      ? []
      : [`Lost: answer ${answer.epoch}.${answer.seq} to ${item} of ${attempt}, ${word} at ${answer.at}.`]
  })
}

function invented(record: Record, attempt: string, item: string, answer: Place & { value: unknown }) {
  const { epoch, seq, value } = answer
  const given = record.sent.get(`${attempt} ${item} ${epoch} ${seq}`)
  return given !== undefined && isDeepStrictEqual(given.value, value)
    ? []
    : [`Invented: answer ${epoch}.${seq} to ${item} of ${attempt} was sent by nobody.`]
}

function wrongAttempts({ submitted, asked }: Record, { attempts }: Stored): string[] {
  const there = new Map(attempts.map((attempt) => [attempt.attempt, attempt]))
  const wrong = [...submitted].flatMap(([name, { receipt, at }]) => {
    const attempt = there.get(name)
    if (attempt?.receipt !== receipt) return [`Lost: ${name} was handed in at ${at} with receipt ${receipt}.`]
    return attempt.results === 1 && attempt.scoredRight
      ? []
      : [`Wrong: ${name} has ${attempt.results} results, or not the score of its answers.`]
  })
  const foreign = attempts.filter(({ assignment }) => !asked.begin.has(assignment))
  const closed = attempts.filter(
    ({ receipt, assignment }) => receipt !== null && !asked.submit.has(assignment),
  )
  return [
    ...wrong,
    ...foreign.map(({ attempt }) => `Invented: ${attempt} was begun by nobody.`),
    ...closed.map(({ attempt }) => `Invented: ${attempt} was handed in by nobody.`),
  ]
}

function wrongKept(record: Record, stored: Stored): string[] {
  const there = new Map(stored.kept.map(({ attempt, answers }) => [attempt, answers]))
  const counted = new Set(stored.attempts.map(({ attempt }) => attempt))
  return [
    ...[...record.kept].flatMap(([name, answers]) => [
      ...(isDeepStrictEqual(there.get(name), answers) ? [] : [`Lost: ${name} was said to be kept.`]),
      ...(counted.has(name) ? [`Twice: ${name} was kept, and counts all the same.`] : []),
    ]),
    ...stored.kept.flatMap(({ attempt, answers }) =>
      Object.entries(answers).flatMap(([item, answer]) =>
        invented(record, attempt, item, { ...answer, epoch: 1 }),
      ),
    ),
  ]
}

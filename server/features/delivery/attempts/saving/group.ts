import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { isUnavailable } from '#server/db/unavailable.ts'
import type { TestKey } from '#server/features/delivery/attempts/tokens.ts'
import { Failure } from '#server/http/failure.ts'
import { type Current, currentStatement, saveStatement } from './response-queries.ts'

export interface Answer {
  readonly itemId: string
  /** The item's section when that has a limit of its own. */
  readonly timedSection: string | null
  readonly seq: number | null
  readonly value: unknown
  readonly at: string | null
  readonly elapsedMs: number | null
}

export interface Save extends TestKey {
  readonly tokenHash: Buffer
  readonly byAttemptToken: boolean
  readonly epoch: number | null
  readonly answers: readonly Answer[]
  /**
   * Scales that the attempt did not ask when answers about sensitive ones were checked. If it leaves out others by
   * now, nothing is stored.
   */
  readonly leftOut?: readonly string[]
}

/** The result of a request; undefined when it had no right to the attempt, or the attempt is closed or asks other scales. */
export type Saved =
  | {
      readonly answers: readonly SavedAnswer[]
      readonly practising: boolean
      readonly clockMoved: boolean
    }
  | undefined

export interface SavedAnswer {
  readonly itemId: string
  readonly late: boolean
  readonly superseded: boolean
}

interface Waiting {
  readonly save: Save
  resolve(saved: Saved): void
  reject(error: unknown): void
}

const atMostInFlight = 2
/**
 * The longest time that a group waits for the one before it: it is larger then, and a page of answers takes a fifth
 * less CPU. A group that takes longer waits for a lock or the disk, and the next one doesn't wait for it.
 */
const patienceMs = 10
const atMostInGroup = 200
const atMostWaiting = 5000

/**
 * An array as PostgreSQL reads it. `pg` writes the same value by value, which was a tenth of the server's part of a save; JSON's
 * quotes, numbers and null are PostgreSQL's too, as long as no text has a control character.
 */
const arrayOf = (list: readonly unknown[]): string => `{${JSON.stringify(list).slice(1, -1)}}`

/** The statement that stores these saves, none of them of the same attempt. */
export function saveQuery(saves: readonly Save[]): { text: string; values: unknown[] } {
  const answers = saves.flatMap((save, number) =>
    save.answers.map((answer) => ({ number, epoch: save.epoch, ...answer })),
  )
  const ofSaves = (read: (save: Save, number: number) => unknown) => arrayOf(saves.map(read))
  const ofAnswers = (read: (answer: (typeof answers)[number]) => unknown) => arrayOf(answers.map(read))
  const values = [
    ofSaves((_, number) => number),
    ofSaves((save) => save.clientId),
    ofSaves((save) => save.attemptId),
    ofSaves((save) => save.versionId),
    ofSaves((save) => `\\x${save.tokenHash.toString('hex')}`),
    ofSaves((save) => save.byAttemptToken),
    ofSaves((save) => save.leftOut && arrayOf(save.leftOut)),
    ofAnswers((answer) => answer.number),
    ofAnswers((answer) => answer.itemId),
    ofAnswers((answer) => answer.timedSection),
    ofAnswers((answer) => answer.epoch),
    ofAnswers((answer) => answer.seq),
    ofAnswers((answer) => JSON.stringify(answer.value)),
    ofAnswers((answer) => answer.at),
    ofAnswers((answer) => answer.elapsedMs),
  ]
  return { text: saveStatement, values }
}

/** The ids of a list of the statement's; none of them has a space. */
const itemsIn = (list: string | null | undefined): ReadonlySet<string> => new Set(list?.split(' '))

/**
 * Stores answers durably, one statement for all saves that arrived while the last ones were under way. Each is
 * acknowledged after the commit. Two saves of one attempt are never stored together: an upsert cannot touch a row twice, and the
 * second must find the first one's sequence.
 */
export class SaveGroup {
  private readonly pool: pg.Pool
  private readonly named: boolean
  private waiting: Waiting[] = []
  private beingStored = new Set<string>()
  private inFlight = 0
  private soon: NodeJS.Immediate | undefined
  private lastLeft = 0
  private last: readonly Waiting[] | undefined
  private later: NodeJS.Timeout | undefined
  /** The number of answers stored since the process started. */
  stored = 0

  /** @param named prepares the statement once per connection; off behind a pooler in transaction mode */
  constructor(pool: pg.Pool, named: boolean) {
    this.pool = pool
    this.named = named
  }

  /** The number of saves that wait for the database. */
  get queued(): number {
    return this.waiting.length
  }

  /** @throws what the database throws, for this request alone */
  save(save: Save): Promise<Saved> {
    // While the database hangs the queue must not grow with every retry; the device keeps the answers and comes again.
    if (this.waiting.length >= atMostWaiting) {
      return Promise.reject(new Failure('service_unavailable', { retryAfterSeconds: 2 }))
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ save, resolve, reject })
      // After the requests that came in with this one were read: they are stored together.
      this.soon ??= setImmediate(() => {
        this.soon = undefined
        this.flush()
      })
    })
  }

  private flush(): void {
    while (this.waiting.length > 0 && this.inFlight < atMostInFlight) {
      const wait = this.last === undefined ? 0 : this.lastLeft + patienceMs - performance.now()
      if (wait > 0) {
        this.later ??= setTimeout(() => {
          this.later = undefined
          this.flush()
        }, wait)
        return
      }
      const group = this.nextGroup()
      if (group.length === 0) return
      this.inFlight += 1
      this.lastLeft = performance.now()
      this.last = group
      void this.store(group).finally(() => {
        for (const { save } of group) this.beingStored.delete(save.attemptId)
        if (this.last === group) this.last = undefined
        this.inFlight -= 1
        this.flush()
      })
    }
  }

  private nextGroup(): Waiting[] {
    const group: Waiting[] = []
    const left: Waiting[] = []
    for (const one of this.waiting) {
      const { attemptId } = one.save
      if (group.length < atMostInGroup && !this.beingStored.has(attemptId)) {
        this.beingStored.add(attemptId)
        group.push(one)
      } else left.push(one)
    }
    this.waiting = left
    return group
  }

  private async store(group: readonly Waiting[]): Promise<void> {
    try {
      const saved = await this.run(group.map((one) => one.save))
      this.stored += saved.reduce((sum, one) => sum + (one?.answers.length ?? 0), 0)
      group.forEach((one, number) => {
        one.resolve(saved[number])
      })
    } catch (error) {
      // One request's bad luck is not the others': each is tried alone, and only the guilty one fails.
      // Without a database each would wait for it again, one after the other.
      if (group.length === 1 || isAway(error)) for (const one of group) one.reject(error)
      else for (const one of group) await this.store([one])
    }
  }

  private async run(saves: readonly Save[]): Promise<Saved[]> {
    const { rows } = await this.pool.query<{
      number: number | null
      practising: boolean | null
      clock_moved: boolean | null
      attempt_id: string | null
      in_time: string | null
      late: string | null
    }>({
      ...(this.named && { name: 'save_responses' }),
      ...saveQuery(saves),
    })
    const allowed = new Map(rows.map((row) => [row.number, row]))
    const stored = new Map(rows.map((row) => [row.attempt_id, row]))
    return Promise.all(
      saves.map(async (save, number) => {
        const request = allowed.get(number)
        if (request === undefined) return undefined
        const own = stored.get(save.attemptId)
        const answers = await this.tell(save, { inTime: itemsIn(own?.in_time), late: itemsIn(own?.late) })
        return {
          answers,
          practising: request.practising === true,
          clockMoved: request.clock_moved === true,
        }
      }),
    )
  }

  /**
   * The answer to a request: its stored answers, and for the others whether they repeat the stored value or are older
   * than it.
   */
  private async tell(
    save: Save,
    stored: { inTime: ReadonlySet<string>; late: ReadonlySet<string> },
  ): Promise<SavedAnswer[]> {
    const open = save.answers.flatMap(({ itemId }) =>
      stored.inTime.has(itemId) || stored.late.has(itemId) ? [] : [itemId],
    )
    const found = open.length === 0 ? [] : await this.current(save, open)
    return save.answers.map((answer) => {
      const { itemId } = answer
      if (stored.inTime.has(itemId)) return { itemId, late: false, superseded: false }
      if (stored.late.has(itemId)) return { itemId, late: true, superseded: false }
      const rows = found.filter((row) => row.item_id === itemId)
      const same = rows.find(
        (row) =>
          row.seq === answer.seq &&
          row.epoch === (save.epoch ?? row.epoch) &&
          isDeepStrictEqual(row.value, answer.value),
      )
      return { itemId, late: (same ?? rows[0])?.late ?? false, superseded: same === undefined }
    })
  }

  private async current(save: Save, items: readonly string[]): Promise<Current[]> {
    const { rows } = await this.pool.query<Current>(currentStatement, [save.clientId, save.attemptId, items])
    return rows
  }
}

/** The database is gone, for everybody. A lock or a deadlock is one request's own. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isUnavailable(error) && !/^(40|55|57014)/.test(code)
}

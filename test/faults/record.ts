import { isDeepStrictEqual } from 'node:util'
import type { Answers, Event } from './history.ts'

/** Which of two answers to an item is newer. */
export interface Place {
  epoch: number
  seq: number
}
export const isNewer = (a: Place, b: Place): boolean =>
  a.epoch === b.epoch ? a.seq > b.seq : a.epoch > b.epoch

export interface Newest extends Place {
  value: unknown
  at: string
  late: boolean
}

type Of<What extends Event['what']> = Extract<Event, { what: What }>

/** The facts of a history up to now. */
export function createRecord() {
  /** Per attempt, item, epoch and number: the value that was sent, and whether it was acknowledged. */
  const sent = new Map<string, { value: unknown; acknowledged: boolean }>()
  /** The newest acknowledged answer per attempt and item. A late one has a place of its own beside the one in time. */
  const newest = { inTime: new Map<string, Newest>(), late: new Map<string, Newest>() }
  const newestSent = new Map<string, Newest>()
  /** Assignments whose test somebody asked to begin or to hand in. */
  const asked = { begin: new Set<string>(), submit: new Set<string>() }
  const kept = new Map<string, Answers>()
  const submitted = new Map<string, Of<'submitted'>>()
  const pauses = createPauses()
  let lines = 0

  /** @returns what is wrong with the event itself, in sentences */
  function take(event: Event): string[] {
    lines += 1
    if (event.what === 'asked') asked[event.to].add(event.assignment)
    if (event.what === 'failed') return [`Failed: ${event.attempt}: ${event.error}`]
    if (event.what === 'sent') return takeSent(event)
    if (event.what === 'acknowledged') return takeAcknowledged(event)
    if (event.what === 'kept') kept.set(event.attempt, event.answers)
    if (event.what === 'submitted') {
      const before = submitted.get(event.attempt)
      submitted.set(event.attempt, event)
      if (before !== undefined && before.receipt !== event.receipt)
        return [`Twice: ${event.attempt} was handed in as ${before.receipt} and ${event.receipt}.`]
    }
    if (event.what === 'broken' && event.part.startsWith('server')) pauses.forgetOrders()
    if (event.what === 'pause') pauses.take(event, lines)
    return []
  }

  function takeSent({ attempt, epoch, answers, at }: Of<'sent'>): string[] {
    return Object.entries(answers).flatMap(([item, { value, seq }]) => {
      const key = `${attempt} ${item} ${epoch} ${seq}`
      const before = sent.get(key)
      if (before === undefined) sent.set(key, { value, acknowledged: false })
      remember(newestSent, `${attempt} ${item}`, { value, epoch, seq, at, late: true })
      return before === undefined || isDeepStrictEqual(before.value, value)
        ? []
        : [`Twice: answer ${epoch}.${seq} to ${item} of ${attempt} was sent in two values.`]
    })
  }

  function takeAcknowledged({ attempt, epoch, answers, late, at }: Of<'acknowledged'>): string[] {
    return Object.entries(answers).flatMap(([item, { value, seq }]) => {
      const isLate = late.includes(item)
      const answer = { value, epoch, seq, at, late: isLate }
      remember(isLate ? newest.late : newest.inTime, `${attempt} ${item}`, answer)
      const known = sent.get(`${attempt} ${item} ${epoch} ${seq}`)
      if (known === undefined) return [`Wrong: answer ${epoch}.${seq} to ${item} of ${attempt} was not sent.`]
      known.acknowledged = true
      return []
    })
  }

  return {
    take,
    sent,
    newest,
    asked,
    kept,
    submitted,
    lines: () => lines,
    /** The newest answers that were sent, of tests that were handed in. */
    sentOfSubmitted: () => new Map([...newestSent].filter(([key]) => submitted.has(key.split(' ')[0] ?? ''))),
    /** The number of different answers that were acknowledged. */
    acknowledged: () => [...sent.values()].filter((one) => one.acknowledged).length,
    paused: pauses.paused,
    isAsOf: pauses.isAsOf,
  }
}

function remember(map: Map<string, Newest>, key: string, answer: Newest): void {
  const before = map.get(key)
  if (before === undefined || isNewer(answer, before)) map.set(key, answer)
}

function createPauses() {
  /** The acknowledged state, by assignment. */
  const paused = new Map<string, boolean>()
  /** Assignments of which an order has got no answer yet. */
  const underWay = new Set<string>()
  const lastOrder = new Map<string, number>()
  /** Assignments of which an order was repeated: an earlier one may still come, as long as the server lives. */
  const unsure = new Set<string>()
  return {
    take({ assignments, done, paused: wanted }: Of<'pause'>, line: number): void {
      for (const assignment of assignments) {
        lastOrder.set(assignment, line)
        paused.delete(assignment)
        if (!done && underWay.has(assignment)) unsure.add(assignment)
        if (!done) underWay.add(assignment)
        else underWay.delete(assignment)
        if (done && !unsure.has(assignment)) paused.set(assignment, wanted)
      }
    },
    forgetOrders: () => unsure.clear(),
    /** True if its last order was a pause; undefined if nobody knows. */
    paused: (assignment: string) => paused.get(assignment),
    /** True if no order has come since that line. */
    isAsOf: (assignment: string, line: number) => (lastOrder.get(assignment) ?? 0) <= line,
  }
}

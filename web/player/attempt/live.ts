import type { ResponseValue } from '#contract/responses.ts'
import { CallFailure, calls, request } from '../api.ts'
import { type ServerClock, serverClock } from './clock.ts'
import {
  acknowledged,
  answered,
  inState,
  type NewAnswer,
  nextBatch,
  type Progress,
  refused,
  type Started,
  withServerAnswers,
} from './model.ts'
import { isFree, practiceCalls, practisedAt, withoutPractice } from './practice.ts'
import { caughtUp, wentTo } from './reached.ts'
import { saveErrorOf } from './saveError.ts'
import { createSender, responsesOf, type Stop, stopOf } from './sender.ts'
import {
  type Head,
  type KeyValueStore,
  removeAttempt,
  type StoredAttempt,
  writeAttempt,
  writeProgress,
} from './store.ts'

export interface LiveState {
  head: Head
  progress: Progress
  /** Whether the last call got any answer at all. */
  reached: boolean
  /** Why the last save was not acknowledged; gone with the next that is. */
  saveError: string | undefined
  /** The device could not write: answers live in this page alone until they are sent. */
  storageFailed: boolean
  stopped: { why: Stop; message: string } | undefined
  /** Another device, or another tab of this one, has gone on with the attempt. */
  elsewhere: boolean
  /** Set by an acknowledged submission, after which the device keeps nothing. */
  receipt: string | undefined
  submitFailed: boolean
  /** The section whose practice the server is being asked to wait for. */
  beginning?: string | undefined
  /** Only looked at: nothing is sent or kept. */
  preview?: true
}

/** What belongs to an answer besides its value. */
export type HowAnswered = Omit<NewAnswer, 'value' | 'at'>

/** One attempt being taken on this device: its state, and everything that changes it. */
export interface LiveAttempt {
  get: () => LiveState
  subscribe: (listener: () => void) => () => void
  clock: ServerClock
  answer: (itemId: string, value: ResponseValue, how?: HowAnswered) => Promise<void>
  goTo: (place: string) => Promise<void>
  openSection: (sectionId: string, limitSeconds: number) => Promise<void>
  /** Has the whole test's clock wait for a section's practice, where it does; without a line practice goes on by the clock. */
  beginPractice: (sectionId: string) => Promise<void>
  /** Takes over what a new start answered: other answers, another language, a later deadline. */
  restarted: (started: Started) => Promise<void>
  flush: () => Promise<void>
  /** Asks the server for its time; false when it does not tell. */
  syncClock: () => Promise<boolean>
  submit: () => Promise<void>
  lockedElsewhere: () => void
  /** A new start was refused: submitted, closed or gone meanwhile. A failure of the line changes nothing. */
  refusedByServer: (failure: CallFailure) => void
  discard: () => Promise<void>
  close: () => void
}

const submitPauseMs = 5_000

/** By assignment, the opening of an attempt in this page that alone writes to the device: the one being taken, else the last. */
const writers = new Map<string, symbol>()

/** @param delivering only sends what waits; a test that is being taken in this page goes on undisturbed */
export function liveAttempt(
  store: KeyValueStore,
  stored: StoredAttempt,
  { delivering = false } = {},
): LiveAttempt {
  const { assignmentId } = stored.head
  const self = Symbol(assignmentId)
  if (!delivering || !writers.has(assignmentId)) writers.set(assignmentId, self)
  const clock = serverClock(stored.head.offsetMs)
  const listeners = new Set<() => void>()
  let writes = Promise.resolve()
  let submitting: Promise<void> | undefined
  let submitTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let state: LiveState = {
    ...stored,
    progress: caughtUp(stored.progress, stored.head.form, stored.head.sections),
    reached: true,
    saveError: undefined,
    storageFailed: false,
    stopped: undefined,
    elsewhere: false,
    receipt: undefined,
    submitFailed: false,
  }

  function change(part: Partial<LiveState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  /** Writes one after the other, each with the newest progress; resolves when that is on the device. */
  function write(whole = false): Promise<void> {
    // What one that was left still hears must not take the answers of the next one away, or put back what was removed.
    if (closed || writers.get(assignmentId) !== self) return writes
    writes = writes.then(async () => {
      if (state.receipt !== undefined || state.elsewhere) return
      try {
        if (whole) await writeAttempt(store, state)
        else await writeProgress(store, assignmentId, state.progress)
        if (state.storageFailed) change({ storageFailed: false })
      } catch {
        // Private mode or a full disk: the page goes on with what it has in memory, and says so.
        change({ storageFailed: true })
      }
    })
    return writes
  }

  /** What came of a call: whether there is a line, and what is said beside what waits. */
  function tried(failure?: CallFailure) {
    const reached = failure?.code !== 'network'
    const saveError = failure && saveErrorOf(failure)
    if (reached !== state.reached || saveError !== state.saveError) change({ reached, saveError })
  }

  const token = () => state.head.attemptToken

  const sender = createSender({
    next: (size) => (state.stopped || state.elsewhere ? {} : nextBatch(state.progress, size)),
    save: (responses) =>
      request(calls.save, {
        token: token(),
        body: { testId: state.head.testId, epoch: state.progress.epoch, responses },
      }),
    onSaved: (batch, data) => {
      clock.sync(data.serverTime)
      change({ progress: acknowledged(state.progress, batch, data) })
      void write()
      if (data.superseded.length > 0) change({ elsewhere: true })
    },
    onRefused: (batch, failure) => {
      change({ progress: refused(state.progress, batch, failure.message) })
      void write()
    },
    onStop: (why, failure) => change({ stopped: { why, message: failure.message } }),
    onTried: tried,
  })

  const flush = () => sender.flush()

  async function trySubmit(): Promise<void> {
    await flush()
    if (closed || state.elsewhere) return
    // What is left unsent goes along: a flush that just failed may be followed by a line that works.
    const rest = nextBatch(state.progress, Number.POSITIVE_INFINITY)
    try {
      const { receipt } = await request(calls.submit, {
        token: token(),
        params: { assignmentId },
        body: { epoch: state.progress.epoch, responses: responsesOf(rest) },
      })
      await removeAttempt(store, assignmentId).catch(() => undefined)
      change({ receipt, reached: true, saveError: undefined, stopped: undefined })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const why = stopOf(error)
      tried(error)
      change({ submitFailed: error.code !== 'network' })
      if (why) change({ stopped: { why, message: error.message } })
      else if (!closed)
        submitTimer = setTimeout(() => void submit(), Math.max(error.retryAfterMs, submitPauseMs))
    }
  }

  function submit(): Promise<void> {
    clearTimeout(submitTimer)
    submitting ??= (async () => {
      change({ progress: { ...state.progress, submitting: true }, submitFailed: false })
      await write()
      await trySubmit()
    })().finally(() => {
      submitting = undefined
    })
    return submitting
  }

  /** One call about practice after the other: an end must not overtake its beginning. */
  let practising = Promise.resolve()
  function askPractice(call: 'begin' | 'end', sectionId: string): Promise<void> {
    practising = practising.then(async () => {
      try {
        // An answer that arrives later would end it.
        if (call === 'begin') await flush()
        if (call === 'begin' && unsentCount(state) > 0) return
        const input = { token: token(), params: { assignmentId, sectionId } }
        const answer = await (call === 'begin'
          ? request(practiceCalls.begin, input)
          : request(practiceCalls.end, input))
        clock.sync(answer.serverTime)
        // Left meanwhile: the end is asked for next, until then the clock is counted without the allowance.
        if (call === 'begin' && practisedAt(state.progress.place) !== sectionId) return
        const { deadline, practice } = answer
        change({ head: { ...state.head, deadline, practice, offsetMs: clock.offsetMs } })
        await write(true)
      } catch (error) {
        // Without a line the next answer ends it on the server.
        if (!(error instanceof CallFailure)) throw error
        tried(error)
      }
    })
    return practising
  }

  /** Ends what stays open of a practice where nobody practises: left on another device, or by a way not seen here. */
  function endStray() {
    const open = state.head.practice?.sectionId
    if (open === undefined || open === practisedAt(state.progress.place)) return
    change({ head: withoutPractice(state.head, clock.now()) })
    void askPractice('end', open)
  }

  function refusedByServer(failure: CallFailure) {
    const why = stopOf(failure)
    tried(failure)
    if (why) change({ stopped: { why, message: failure.message } })
  }

  async function syncClock(): Promise<boolean> {
    try {
      const { data } = await request(calls.save, {
        token: token(),
        body: { testId: state.head.testId, epoch: state.progress.epoch, responses: {} },
      })
      clock.sync(data.serverTime)
      change({ reached: true })
      return !clock.estimated
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedByServer(error)
      return false
    }
  }

  const deliver = () => {
    if (closed || state.receipt !== undefined) return
    void (state.progress.submitting ? submit() : flush())
  }
  const wentOffline = () => change({ reached: false })
  const hiddenOrShown = () => {
    if (document.visibilityState === 'hidden') return deliver()
    // The device may have slept, and what counts the time with it.
    clock.doubt()
    deliver()
    if (limited(state.head) && unsentCount(state) === 0) void syncClock()
  }
  window.addEventListener('online', deliver)
  window.addEventListener('offline', wentOffline)
  document.addEventListener('visibilitychange', hiddenOrShown)
  endStray()

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clock,
    answer: (itemId, value, how = {}) => {
      const now = clock.now()
      const late = isAfterLimit(state.head, itemId, now)
      const answer = { value, at: new Date(now).toISOString(), ...how, ...(late && { late }) }
      change({ progress: answered(state.progress, itemId, answer) })
      const written = write()
      void written.then(flush)
      return written
    },
    goTo: async (place) => {
      // What was answered is on the device before the screen moves on.
      await writes
      const left = practisedAt(state.progress.place)
      const ends = left !== undefined && left !== practisedAt(place) && state.head.deadline !== null
      change({
        progress: wentTo(state.progress, state.head.form, place),
        ...(ends && { head: withoutPractice(state.head, clock.now()) }),
      })
      if (ends) void askPractice('end', left)
      await write(ends)
    },
    openSection: async (sectionId, limitSeconds) => {
      const begun = (section: (typeof state.head.sections)[number]) => {
        const sections = [...state.head.sections.filter(({ id }) => id !== sectionId), section]
        change({ head: { ...state.head, sections, offsetMs: clock.offsetMs } })
        return write(true)
      }
      const local = {
        id: sectionId,
        startedAt: new Date(clock.now()).toISOString(),
        deadline: new Date(clock.now() + limitSeconds * 1000).toISOString(),
      }
      // A line that hangs must not eat the section's time before its first item is seen: it begins here, with this tap.
      await begun(local)
      const toldByServer = async () => {
        try {
          const answer = await request(calls.startSection, {
            token: token(),
            params: { assignmentId, sectionId },
          })
          if (closed) return
          clock.sync(answer.serverTime)
          const { startedAt, deadline } = answer
          await begun({ id: sectionId, startedAt, deadline: deadline ?? local.deadline })
        } catch (error) {
          // Without a line the section's first answer starts it on the server.
          if (!(error instanceof CallFailure)) throw error
          tried(error)
        }
      }
      void toldByServer()
    },
    beginPractice: async (sectionId) => {
      const { head, beginning } = state
      if (head.deadline === null || beginning === sectionId || isFree(head, sectionId, clock.now())) return
      change({ beginning: sectionId })
      await askPractice('begin', sectionId)
      if (state.beginning === sectionId) change({ beginning: undefined })
    },
    restarted: async (started) => {
      // Two starts may cross; the later one stands.
      if (started.epoch < state.progress.epoch) return
      clock.sync(started.serverTime)
      const { testId, attemptToken, form, sections, startedAt, deadline, practice } = started
      change({
        head: {
          ...state.head,
          testId,
          attemptToken,
          form,
          sections,
          startedAt,
          deadline,
          practice,
          locale: form.locale,
          offsetMs: clock.offsetMs,
          locked: false,
        },
        progress: caughtUp(withServerAnswers(state.progress, started), form, sections),
        stopped: undefined,
        elsewhere: false,
        reached: true,
        saveError: undefined,
      })
      endStray()
      await write(true)
      deliver()
    },
    flush,
    syncClock,
    submit,
    lockedElsewhere: () => change({ elsewhere: true }),
    refusedByServer,
    discard: async () => {
      await writes
      await removeAttempt(store, assignmentId)
    },
    close: () => {
      closed = true
      if (writers.get(assignmentId) === self) writers.delete(assignmentId)
      sender.close()
      clearTimeout(submitTimer)
      window.removeEventListener('online', deliver)
      window.removeEventListener('offline', wentOffline)
      document.removeEventListener('visibilitychange', hiddenOrShown)
      listeners.clear()
    },
  }
}

/** Whether a clock runs for the attempt or one of its sections. */
const limited = ({ deadline, sections }: Head) => deadline !== null || sections.length > 0

/** Whether an item's time is over by this device's reckoning: the answer is kept, and marked until the server decides. */
export function isAfterLimit(head: Head, itemId: string, now: number): boolean {
  const section = head.form.sections.find(({ items }) => items.some(({ id }) => id === itemId))
  const own = head.sections.find(({ id }) => id === section?.id)?.deadline
  return [head.deadline, own].some((deadline) => deadline != null && Date.parse(deadline) <= now)
}

export const unsentCount = ({ progress }: LiveState): number => inState(progress, 'unsent').length

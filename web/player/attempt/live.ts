import type { Form } from '#contract/participant.ts'
import type { ResponseValue } from '#contract/responses.ts'
import type { CallFailure } from '../api.ts'
import { type ServerClock, serverClock } from './clock/clock.ts'
import type { MovedClock } from './clock/movedClock.ts'
import { createPracticeAllowance } from './clock/practiceAllowance.ts'
import { createLiveStore, isAfterLimit, type LiveState, openedState, unsentCount } from './liveState.ts'
import { answered, type NewAnswer, type Started, withServerAnswers } from './model.ts'
import { goTo, openSection } from './navigation.ts'
import { caughtUp } from './reached.ts'
import { createDeviceWriter } from './saving/deviceWriter.ts'
import { type AttemptParts, answerSender, syncClock, takeClock } from './saving/saving.ts'
import type { Head, KeyValueStore, StoredAttempt } from './saving/store.ts'
import { createSubmission } from './saving/submission.ts'
import { watchPage } from './signs/pageEvents.ts'
import { createPresence } from './signs/presence.ts'

/** The parts of an answer besides its value. */
export type HowAnswered = Omit<NewAnswer, 'value' | 'at'>

/** One attempt being taken on this device: its state, and everything that changes it. */
export interface LiveAttempt {
  get: () => LiveState
  subscribe: (listener: () => void) => () => void
  clock: ServerClock
  answer: (itemId: string, value: ResponseValue, how?: HowAnswered) => Promise<void>
  goTo: (place: string) => Promise<void>
  openSection: (sectionId: string, limitSeconds: number) => Promise<void>
  /** Stops the whole test's clock during a section's practice, where the server does so; offline it keeps running. */
  beginPractice: (sectionId: string) => Promise<void>
  /** Takes over what a new start answered: other answers, another language, a later deadline. */
  restarted: (started: Started) => Promise<void>
  /** The same questions in another language. */
  translated: (form: Form) => Promise<void>
  /** Notes what of the device is used; it goes along with the next answers. */
  noteUse: (what: 'readAloud' | 'autoNext') => Promise<void>
  flush: () => Promise<void>
  /** Asks the server for its time; false without an answer. */
  syncClock: () => Promise<boolean>
  /** Takes over clocks that the server has moved for the person, as for a break. */
  clockMoved: (answer: { clock: MovedClock; serverTime: string }) => Promise<void>
  submit: () => Promise<void>
  /** Gives signs that the test is on the screen. @returns what ends that */
  present: () => () => void
  lockedElsewhere: () => void
  /** A new start was refused: submitted, closed or gone meanwhile. A network failure changes nothing. */
  refusedByServer: (failure: CallFailure) => void
  discard: () => Promise<void>
  close: () => void
}

/** @param delivering only sends unsent answers; a test that is open in this page is not disturbed */
export function liveAttempt(
  store: KeyValueStore,
  stored: StoredAttempt,
  { delivering = false } = {},
): LiveAttempt {
  const { form, sections } = stored.head
  const live = createLiveStore(
    openedState({ ...stored, progress: caughtUp(stored.progress, form, sections) }),
  )
  const clock = serverClock(stored.head.offsetMs)
  const writer = createDeviceWriter(store, live, delivering)
  const sender = answerSender({ live, clock, writer })
  const parts: AttemptParts = { live, clock, writer, sender }
  const submission = createSubmission(parts)
  const practice = createPracticeAllowance(parts)

  const deliver = () => {
    const { receipt, progress } = live.get()
    if (live.isClosed() || receipt !== undefined) return
    void (progress.submitting ? submission.submit() : sender.flush())
  }
  const unwatch = watchPage({
    deliver,
    offline: () => live.change({ reached: false }),
    shown: () => {
      // The device may have slept, and what counts the time with it.
      clock.doubt()
      deliver()
      if (limited(live.get().head) && unsentCount(live.get()) === 0) void syncClock(parts)
    },
  })
  practice.endStray()

  return {
    get: live.get,
    subscribe: live.subscribe,
    clock,
    answer: (itemId, value, how = {}) => {
      const { head, progress } = live.get()
      const now = clock.now()
      const late = isAfterLimit(head, itemId, now)
      const answer = { value, at: new Date(now).toISOString(), ...how, ...(late && { late }) }
      live.change({ progress: answered(progress, itemId, answer) })
      const written = writer.write()
      void written.then(sender.flush)
      return written
    },
    goTo: (place) => goTo({ ...parts, practice }, place),
    openSection: (sectionId, limitSeconds) => openSection(parts, sectionId, limitSeconds),
    beginPractice: practice.begin,
    restarted: async (started) => {
      // Two starts may cross; the later one counts.
      if (started.epoch < live.get().progress.epoch) return
      clock.sync(started.serverTime)
      live.change(restartedState(live.get(), started, clock.offsetMs))
      practice.endStray()
      await writer.write(true)
      deliver()
    },
    translated: async (form) => {
      live.changeHead({ form, locale: form.locale })
      await writer.write(true)
    },
    noteUse: async (what) => {
      const { progress } = live.get()
      if (progress[what] !== undefined) return
      live.change({ progress: { ...progress, [what]: 'used' } })
      await writer.write()
    },
    flush: sender.flush,
    syncClock: () => syncClock(parts),
    clockMoved: (answer) => takeClock(parts, answer),
    submit: submission.submit,
    present: () => createPresence(parts, submission.submit),
    lockedElsewhere: () => live.change({ elsewhere: true }),
    refusedByServer: live.refusedByServer,
    discard: async () => {
      await writer.written()
      // If it can't be removed now, it is removed when the next person uses the device.
      await writer.remove().catch((error: unknown) => console.warn(error))
    },
    close: () => {
      live.close()
      writer.close()
      sender.close()
      submission.close()
      unwatch()
    },
  }
}

/** True if a clock runs for the attempt or one of its sections. */
const limited = ({ deadline, sections }: Head) => deadline !== null || sections.length > 0

/** The state after a new start: its form and times, and the newer of both sides' answers. */
function restartedState(
  { head, progress }: LiveState,
  started: Started,
  offsetMs: number,
): Partial<LiveState> {
  const { testId, attemptToken, rescueKey, form, startedAt, accommodations } = started
  const { sections, deadline, practice, pausedAt, breaks } = started
  return {
    head: {
      ...head,
      testId,
      attemptToken,
      rescueKey,
      form,
      startedAt,
      accommodations,
      offsetMs,
      sections,
      deadline,
      practice,
      pausedAt,
      breaks,
      locale: form.locale,
      locked: false,
    },
    progress: caughtUp(withServerAnswers(progress, started), form, sections),
    stopped: undefined,
    elsewhere: false,
    reached: true,
    saveError: undefined,
  }
}

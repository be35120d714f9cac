import { practiceSeconds } from '#contract/practice.ts'
import type { Preview } from '#contract/previews.ts'
import { serverClock } from '../attempt/clock.ts'
import type { LiveAttempt, LiveState } from '../attempt/live.ts'
import { answered, type KeptAnswer, type Progress } from '../attempt/model.ts'
import { isFree, practisedAt, withoutPractice } from '../attempt/practice.ts'
import { wentTo } from '../attempt/reached.ts'
import { stepsOf } from '../attempt/steps.ts'
import type { Head } from '../attempt/store.ts'
import { t } from '../words.ts'

/** An attempt that exists in this page alone: nothing is sent, and the device keeps nothing. */
export interface PreviewAttempt extends LiveAttempt {
  /** Begins anew: no answers, all times whole. */
  restart: () => void
  /** Shows any step, also one that a participant could not reach now; its section's time starts then. */
  jumpTo: (place: string) => void
  /** Lets the running time of a section be over. */
  endSection: (sectionId: string) => void
  /** The same version in another language; answers, place and times stay. */
  reworded: (preview: Preview) => void
}

/** Looks like the codes that are given out, and is none. */
const sampleReceipt = 'TRZ-0000-00'

const until = (from: number, seconds: number) => new Date(from + seconds * 1000).toISOString()

function headOf(preview: Preview, now: number): Head {
  const { form, timeLimitSeconds } = preview
  return {
    shape: 1,
    userId: '',
    locked: false,
    assignmentId: '',
    testId: '',
    attemptToken: '',
    form,
    person: t('player:preview.person'),
    client: { name: t('player:preview.client'), phone: '' },
    inventory: form.inventory,
    locale: form.locale,
    startedAt: until(now, 0),
    deadline: timeLimitSeconds === null ? null : until(now, timeLimitSeconds),
    sections: [],
    offsetMs: 0,
  }
}

const firstProgress = (preview: Preview): Progress => ({
  epoch: 1,
  seq: 0,
  answers: {},
  place: stepsOf(preview.form)[0]?.key ?? 'review',
  submitting: false,
  lost: [],
})

/** An answer that nobody waits for: there is nothing to send. */
const settled = (kept: KeptAnswer): KeptAnswer =>
  kept.state === 'unsent' ? { ...kept, state: 'stored' } : kept

export function previewAttempt(preview: Preview, now: () => number = Date.now): PreviewAttempt {
  const clock = serverClock(0, { date: now, count: now })
  clock.sync(until(now(), 0))
  const listeners = new Set<() => void>()
  const fresh = (shown: Preview): LiveState => ({
    head: headOf(shown, clock.now()),
    progress: firstProgress(shown),
    preview: true,
    reached: true,
    saveError: undefined,
    storageFailed: false,
    stopped: undefined,
    elsewhere: false,
    receipt: undefined,
    submitFailed: false,
  })
  let shown = preview
  let state = fresh(shown)

  function change(part: Partial<LiveState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const move = (part: Partial<Progress>) => change({ progress: { ...state.progress, ...part } })

  /** The section's time, running from now for so long. */
  function setTime(id: string, seconds: number) {
    const times = { id, startedAt: until(clock.now(), 0), deadline: until(clock.now(), seconds) }
    const others = state.head.sections.filter((section) => section.id !== id)
    change({ head: { ...state.head, sections: [...others, times] } })
  }

  /** The head as it is at a place: practice that is left is over. */
  const headAt = (place: string): Head =>
    state.head.practice?.sectionId === practisedAt(place)
      ? state.head
      : withoutPractice(state.head, clock.now())

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clock,
    answer: async (itemId, value, how = {}) => {
      const progress = answered(state.progress, itemId, { value, at: until(clock.now(), 0), ...how })
      const kept = progress.answers[itemId]
      change({
        progress: {
          ...progress,
          answers: { ...progress.answers, ...(kept && { [itemId]: settled(kept) }) },
        },
      })
    },
    goTo: async (place) =>
      change({ head: headAt(place), progress: wentTo(state.progress, shown.form, place) }),
    openSection: async (sectionId, seconds) => setTime(sectionId, seconds),
    // Whoever looks at practice again sees it as who sees it first.
    beginPractice: async (sectionId) => {
      const { head } = state
      if (head.deadline === null || isFree(head, sectionId, clock.now())) return
      const deadline = until(Date.parse(head.deadline), practiceSeconds)
      const practice = { sectionId, until: until(clock.now(), practiceSeconds) }
      change({ head: { ...head, deadline, practice } })
    },
    submit: async () => change({ receipt: sampleReceipt }),
    restart: () => change(fresh(shown)),
    jumpTo: (place) => {
      const step = stepsOf(shown.form).find(({ key }) => key === place)
      if (step === undefined) return
      change({ head: headAt(place) })
      // The whole test's time may have run out while somebody was looking at it.
      const { startedAt, deadline } = headOf(shown, clock.now())
      if (state.head.deadline !== null && Date.parse(state.head.deadline) <= clock.now())
        change({ head: { ...state.head, startedAt, deadline } })
      if (step.kind === 'item' && step.section.timeLimitSeconds !== undefined) {
        const running = state.head.sections.find(({ id }) => id === step.section.id)
        if (running === undefined || Date.parse(running.deadline) <= clock.now())
          setTime(step.section.id, step.section.timeLimitSeconds)
      }
      change({ receipt: undefined })
      // Whoever looks at a step looks on from there, also where it would be closed to a participant.
      const reached = { ...state.progress.reached }
      if (step.kind === 'item') reached[step.section.id] = step.section.items.indexOf(step.item)
      move({ place, reached, submitting: false })
    },
    endSection: (sectionId) => {
      const end = until(clock.now(), 0)
      const sections = state.head.sections.map((each) =>
        each.id === sectionId ? { ...each, deadline: end } : each,
      )
      change({ head: { ...state.head, sections } })
    },
    reworded: (other) => {
      shown = other
      const { person, client, form, inventory, locale } = headOf(other, clock.now())
      change({ head: { ...state.head, person, client, form, inventory, locale } })
    },
    // What would speak with the server or the device has nothing to do.
    restarted: async () => undefined,
    flush: async () => undefined,
    syncClock: async () => true,
    lockedElsewhere: () => undefined,
    refusedByServer: () => undefined,
    discard: async () => undefined,
    close: () => listeners.clear(),
  }
}

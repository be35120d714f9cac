import { practiceSeconds } from '#contract/practice.ts'
import type { Preview } from '#contract/previews.ts'
import { serverClock } from '../attempt/clock/clock.ts'
import { isFree, practisedAt, withoutPractice } from '../attempt/clock/practice.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { createLiveStore, type LiveState, openedState } from '../attempt/liveState.ts'
import { answered, type KeptAnswer, type Progress } from '../attempt/model.ts'
import { wentTo } from '../attempt/reached.ts'
import type { Head } from '../attempt/saving/store.ts'
import { type Step, stepsOf } from '../attempt/steps.ts'
import { t } from '../words.ts'

/** An attempt that exists in this page alone: nothing is sent, and the device keeps nothing. */
export interface PreviewAttempt extends LiveAttempt {
  /** Starts again: no answers, all times whole. */
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
    person: t('player-preview:person'),
    client: { name: t('player-preview:client'), phone: '' },
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

/** There is nothing to send: an answer counts as stored at once. */
const settled = (kept: KeptAnswer): KeptAnswer =>
  kept.state === 'unsent' ? { ...kept, state: 'stored' } : kept

/** The head at a place: practice that was left is over. */
const headAt = (head: Head, place: string, now: number): Head =>
  head.practice?.sectionId === practisedAt(place) ? head : withoutPractice(head, now)

/** A section's time, running from now for so long. */
function withTime(head: Head, id: string, now: number, seconds: number): Head {
  const others = head.sections.filter((section) => section.id !== id)
  return { ...head, sections: [...others, { id, startedAt: until(now, 0), deadline: until(now, seconds) }] }
}

/** The state at any step, also one that a participant could not reach; times that have run out start again. */
function jumpedTo({ head: left, progress }: LiveState, preview: Preview, step: Step, now: number) {
  let head = headAt(left, step.key, now)
  const isOver = (deadline: string) => Date.parse(deadline) <= now
  if (head.deadline !== null && isOver(head.deadline)) {
    const { startedAt, deadline } = headOf(preview, now)
    head = { ...head, startedAt, deadline }
  }
  const reached = { ...progress.reached }
  if (step.kind === 'item') {
    const { id, timeLimitSeconds, items } = step.section
    const running = head.sections.find((section) => section.id === id)
    if (timeLimitSeconds !== undefined && (running === undefined || isOver(running.deadline)))
      head = withTime(head, id, now, timeLimitSeconds)
    // A preview then allows any move, even in a section that a participant could not go back into.
    reached[id] = items.indexOf(step.item)
  }
  return { head, receipt: undefined, progress: { ...progress, place: step.key, reached, submitting: false } }
}

export function previewAttempt(preview: Preview, now: () => number = Date.now): PreviewAttempt {
  const clock = serverClock(0, { date: now, count: now })
  clock.sync(until(now(), 0))
  const fresh = (shown: Preview): LiveState => ({
    ...openedState({ head: headOf(shown, clock.now()), progress: firstProgress(shown) }),
    preview: true,
  })
  let shown = preview
  const { get, subscribe, change, changeHead, close } = createLiveStore(fresh(shown))

  return {
    get,
    subscribe,
    clock,
    answer: async (itemId, value, how = {}) => {
      const progress = answered(get().progress, itemId, { value, at: until(clock.now(), 0), ...how })
      const kept = progress.answers[itemId]
      change({
        progress: {
          ...progress,
          answers: { ...progress.answers, ...(kept && { [itemId]: settled(kept) }) },
        },
      })
    },
    goTo: async (place) => {
      const { head, progress } = get()
      change({ head: headAt(head, place, clock.now()), progress: wentTo(progress, shown.form, place) })
    },
    openSection: async (sectionId, seconds) =>
      change({ head: withTime(get().head, sectionId, clock.now(), seconds) }),
    // Looking at practice again shows it as it is the first time.
    beginPractice: async (sectionId) => {
      const { head } = get()
      if (head.deadline === null || isFree(head, sectionId, clock.now())) return
      const deadline = until(Date.parse(head.deadline), practiceSeconds)
      const practice = { sectionId, until: until(clock.now(), practiceSeconds) }
      changeHead({ deadline, practice })
    },
    noteUse: async (what) => change({ progress: { ...get().progress, [what]: 'used' } }),
    submit: async () => change({ receipt: sampleReceipt }),
    restart: () => change(fresh(shown)),
    jumpTo: (place) => {
      const step = stepsOf(shown.form).find(({ key }) => key === place)
      if (step) change(jumpedTo(get(), shown, step, clock.now()))
    },
    endSection: (sectionId) => {
      const end = until(clock.now(), 0)
      const sections = get().head.sections.map((each) =>
        each.id === sectionId ? { ...each, deadline: end } : each,
      )
      changeHead({ sections })
    },
    reworded: (other) => {
      shown = other
      const { person, client, form, inventory, locale } = headOf(other, clock.now())
      changeHead({ person, client, form, inventory, locale })
    },
    // Nothing is exchanged with the server or the device.
    restarted: async () => undefined,
    translated: async () => undefined,
    flush: async () => undefined,
    syncClock: async () => true,
    clockMoved: async () => undefined,
    lockedElsewhere: () => undefined,
    refusedByServer: () => undefined,
    discard: async () => undefined,
    present: () => () => undefined,
    close,
  }
}

import type { reportPresence } from '#contract/board.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { CallFailure, request, type Shape } from '../../api.ts'
import { withClock } from '../clock/movedClock.ts'
import { isPaused } from '../clock/paused.ts'
import { type LiveState, unsentCount } from '../liveState.ts'
import { inState } from '../model.ts'
import type { AttemptParts } from '../saving/saving.ts'
import type { Head } from '../saving/store.ts'

/** Beside `calls` in api.ts, which a phone loads before any test is opened. */
const presenceCall = {
  method: 'POST',
  path: '/participant/assignments/:assignmentId/presence/',
  has: ['epoch', 'clock', 'serverTime'],
} as Shape<typeof reportPresence>

/**
 * Between two signs; a live board takes a device for silent that gives none for longer (server/features/test-days/board/state.ts). A
 * supervisor beside a tablet waits for what they have done to show on it.
 */
const everyMs = { tablet: 2_000, own: 30_000, paused: 3_000 }
const settleMs = 1_000

/** The question on the screen; ids contain no colon. */
const itemAt = (place: string): string | null =>
  place.startsWith('item:') ? place.slice('item:'.length) : null

/** The changes that a manager wants to see at once: another question, one more answer that has arrived. */
const shownOf = ({ progress }: LiveState) => `${progress.place} ${inState(progress, 'stored').length}`

/** False for a test that was begun without a connection, which the server does not know of yet. */
const isSeen = ({ head, progress }: LiveState) =>
  document.visibilityState === 'visible' && !progress.submitting && head.offline === undefined

type Answer = AnswerOf<typeof reportPresence>

const clockOf = ({ deadline, sections, practice, pausedAt, breaks, accommodations }: Head) =>
  JSON.stringify([
    deadline,
    sections,
    practice ?? null,
    pausedAt ?? null,
    breaks,
    accommodations?.timePercent,
  ])

/**
 * Gives signs while a test is on the screen, and takes in what the answers say: a pause, another device, the end. A sign that
 * fails is left out: answers and their way to the server know nothing of it.
 */
export function createPresence(
  { live, clock, writer, sender }: AttemptParts,
  submit: () => Promise<void>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  let asking = false
  let ended = false
  let freed = false
  let shown = shownOf(live.get())

  const isOver = () => {
    const { stopped, elsewhere, receipt } = live.get()
    return ended || live.isClosed() || stopped !== undefined || elsewhere || receipt !== undefined
  }

  /** The next sign, unless an earlier one is planned. */
  function plan(inMs: number): void {
    const at = performance.now() + inMs
    if (isOver() || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => void say(), inMs)
  }

  async function say(): Promise<void> {
    due = Number.POSITIVE_INFINITY
    if (isOver()) return
    if (asking) return plan(settleMs)
    if (isSeen(live.get())) {
      asking = true
      await ask().finally(() => {
        asking = false
      })
    }
    const { head } = live.get()
    plan(everyMs[head.onTablet ? 'tablet' : isPaused(head, clock.now()) ? 'paused' : 'own'])
  }

  async function ask(): Promise<void> {
    const { head, progress } = live.get()
    try {
      const answer = await request(presenceCall, {
        token: head.attemptToken,
        params: { assignmentId: head.assignmentId },
        body: { itemId: itemAt(progress.place), unsent: unsentCount(live.get()) },
      })
      if (isOver()) return
      clock.sync(answer.serverTime)
      await heed(head, answer)
    } catch (error) {
      // Nobody waits for a sign.
      if (!(error instanceof CallFailure)) throw error
    }
  }

  async function heed(before: Head, { epoch, closed, clock: moved }: Answer): Promise<void> {
    const { head, progress } = live.get()
    if (epoch > progress.epoch) {
      // A start of this device may be on its way, whose answer brings the new epoch: asked once more.
      if (!freed) {
        freed = true
        return plan(settleMs)
      }
      await sender.flush()
      return live.change({ elsewhere: true })
    }
    freed = false
    // Handing in what is closed gets its receipt, or says why there is none.
    if (closed) return progress.submitting ? undefined : submit()
    // The answer is older than what happened here meanwhile; the next one will include it.
    if (head !== before) return plan(settleMs)
    const next = withClock(live.get(), moved, clock.now())
    if (clockOf(next.head) === clockOf(head)) return
    live.change(next)
    await writer.write(true)
  }

  const unsubscribe = live.subscribe(() => {
    const now = shownOf(live.get())
    if (now === shown) return
    shown = now
    plan(settleMs)
  })
  const whenShown = () => {
    if (document.visibilityState === 'visible') plan(0)
  }
  document.addEventListener('visibilitychange', whenShown)
  plan(settleMs)

  return () => {
    ended = true
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', whenShown)
  }
}

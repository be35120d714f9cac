import { useEffect, useLayoutEffect, useState } from 'react'
import { isPaused } from '../attempt/clock/paused.ts'
import { isFree } from '../attempt/clock/practice.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { isPossible, limitOf, sectionIsOver, testIsOver } from './limits.ts'
import { useSecond } from './useLive.ts'
import type { Steps } from './useSteps.ts'

const askAgainMs = 10_000

/** The state of the clocks for the step that is shown. */
export function useTimes(live: LiveAttempt, state: LiveState, { step, section, rules }: Steps) {
  const { head, progress } = state
  useSecond(head.deadline !== null || head.sections.length > 0 || head.pausedAt != null)
  const now = live.clock.now()
  const paused = isPaused(head, now)
  // A device's date that was changed makes a guess of it. Until the server has answered, or could not be asked, only what may be
  // true is shown.
  const guessed = live.clock.estimated && state.reached && state.saveError === undefined
  const ended = testIsOver(head, now)
  const finished = ended && !guessed
  const reached = step.kind === 'item' && sectionIsOver(head, step.section.id, now) && !ended

  const practised = step.kind === 'practice' ? step.section.id : undefined
  const free = practised !== undefined && (head.deadline === null || isFree(head, practised, now))
  // Nothing is promised before the server has confirmed it, and no clock alarms somebody who is just starting.
  const unlimited = free || (practised !== undefined && state.beginning === practised)
  const timed = step.kind === 'review' ? rules.running() : section
  const shown = unlimited ? undefined : limitOf(head, practised === undefined ? timed : undefined, now)
  const limit = guessed && shown && !isPossible(shown) ? undefined : shown

  const sent = unsentCount(state) === 0
  useLayoutEffect(() => {
    // Called again when the last answers have arrived: practice does not begin without them.
    if (practised !== undefined && sent !== undefined && !paused) void live.beginPractice(practised)
  }, [live, practised, sent, paused])

  const timeIsUp = useServerEnd(live, (ended || reached) && !progress.submitting)
  return {
    paused,
    finished,
    /** The section's time has run out by this device's clock, which may be a guess. */
    reached: reached && !guessed,
    // A guessed time closes no section: what is answered meanwhile is marked, and the server decides.
    over: reached && !live.clock.estimated,
    free,
    limit,
    timeIsUp,
  }
}

/** Asks the server until it says that the time is over: only the server ends a test. Answers are taken meanwhile. */
function useServerEnd(live: LiveAttempt, asks: boolean): boolean {
  const [timeIsUp, setTimeIsUp] = useState(false)
  useEffect(() => {
    if (!asks) return
    let here = true
    const ask = async () => {
      const told = await live.syncClock()
      if (!here || !told || !testIsOver(live.get().head, live.clock.now())) return
      setTimeIsUp(true)
      await live.submit()
    }
    void ask()
    const timer = setInterval(() => void ask(), askAgainMs)
    return () => {
      here = false
      clearInterval(timer)
    }
  }, [asks, live])
  return timeIsUp
}

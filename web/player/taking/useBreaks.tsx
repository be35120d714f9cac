import { useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { useCode } from './useCode.ts'
import type { Steps } from './useSteps.ts'

const load = () => import('../breaks/breakParts.ts').then(({ breakParts }) => breakParts)

/**
 * Breaks, for those who may take them. One begins between two steps: behind the question or page on the screen, so that nobody
 * thinks about the next one meanwhile. Within a section that has a time of its own there is none.
 */
export function useBreaks(live: LiveAttempt, state: LiveState, { step, next }: Steps, paused: boolean) {
  const { breaks } = state.head
  const parts = useCode(breaks !== undefined, load)
  const [asking, setAsking] = useState(false)
  if (!parts) return {}
  const onItem = step.kind === 'item'
  const offered = onItem ? step.section.timeLimitSeconds === undefined : step.kind !== 'practice'
  const take = () => {
    setAsking(true)
    if (onItem) next()
  }
  return {
    screen: (asking || (paused && breaks?.until)) && (
      <parts.Screen {...{ live, state }} onAsked={() => setAsking(false)} />
    ),
    button: offered && <parts.Button {...{ state, onItem }} onTake={take} />,
  }
}

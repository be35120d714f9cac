import { useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { useCode } from './useCode.ts'
import type { Steps } from './useSteps.ts'

const load = () => import('../breaks/breakParts.ts')

/** Breaks, for those who may take them: what takes the place of the questions, and the button where one may begin. */
export function useBreaks(live: LiveAttempt, state: LiveState, steps: Steps, paused: boolean) {
  const { breaks } = state.head
  const code = useCode(breaks !== undefined, load)
  const [asking, setAsking] = useState(false)
  if (!code) return {}
  const { Button, Screen } = code.breakParts
  return {
    screen: (asking || (paused && breaks?.until)) && (
      <Screen live={live} state={state} setAsking={setAsking} />
    ),
    button: <Button state={state} steps={steps} setAsking={setAsking} />,
  }
}

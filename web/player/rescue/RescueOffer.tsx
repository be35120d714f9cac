import { type CSSProperties, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'

type RescueSheet = typeof import('./RescueSheet.tsx').RescueSheet

/** A line that is away for this long may stay away. */
const patienceMs = 10 * 60_000

/** True if an answer has been unsent so long that another way may be wanted. */
export function waitsLong({ progress }: LiveState, now: number): boolean {
  return Object.values(progress.answers).some(
    ({ state, at }) => state === 'unsent' && now - Date.parse(at) > patienceMs,
  )
}

/** False without the server's key, or on a page that is not encrypted itself: then nothing can be encrypted. */
const isPossible = (state: LiveState) =>
  unsentCount(state) > 0 && Boolean(state.head.rescueKey) && crypto.subtle !== undefined

interface RescueOfferProps {
  live: LiveAttempt
  state: LiveState
  style?: CSSProperties
}

/** A quiet way out for answers that cannot be sent: as a file. Its sheet is loaded when it is wanted. */
export function RescueOffer({ live, state, style }: RescueOfferProps) {
  const [Sheet, setSheet] = useState<{ is: RescueSheet }>()
  const [failed, setFailed] = useState(false)
  if (!isPossible(state)) return null
  const open = () =>
    import('./RescueSheet.tsx').then(
      (code) => setSheet({ is: code.RescueSheet }),
      () => setFailed(true),
    )
  return (
    <>
      <Button look="plain" style={style} onClick={() => void open()}>
        {t('player:rescue')}
      </Button>
      {failed && (
        <p className="muted" role="alert">
          {t('player:failure.server')}
        </p>
      )}
      {Sheet && <Sheet.is live={live} onClose={() => setSheet(undefined)} />}
    </>
  )
}

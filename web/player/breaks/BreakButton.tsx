import { IconCoffee } from '@tabler/icons-react'
import { useState } from 'react'
import type { LiveState } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import styles from './breaks.module.css'
import './words.ts'

interface BreakButtonProps {
  state: LiveState
  /** On a question: the break begins behind it. */
  onItem: boolean
  onTake: () => void
}

/** In the header, with the number of breaks that are left; asks before one is used up. */
export function BreakButton({ state: { head, reached }, onItem, onTake }: BreakButtonProps) {
  const [asking, setAsking] = useState(false)
  const { left, minutes } = head.breaks ?? { left: 0, minutes: 0 }
  if (left === 0) return null
  const timed = head.deadline !== null || head.sections.length > 0
  const offline = head.offline !== undefined
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('player-break:open', { count: left })}
        title={t('player-break:open', { count: left })}
        onClick={() => setAsking(true)}
      >
        <IconCoffee aria-hidden />
        <span aria-hidden>{left}</span>
      </button>
      {asking && (
        <Sheet title={t('player-break:ask.title')} onClose={() => setAsking(false)}>
          <p className={controls.lead}>{t('player-break:ask.left', { count: left, minutes })}</p>
          <ul className={styles.facts}>
            {timed && <li>{t('player-break:ask.time')}</li>}
            <li>{t('player-break:ask.hidden')}</li>
            {onItem && <li>{t('player-break:ask.next')}</li>}
            <li>{t(offline ? 'player-break:ask.offline' : 'player-break:ask.connection')}</li>
            {!offline && !reached && <li>{t('player-break:ask.none')}</li>}
          </ul>
          <SheetActions>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('player-break:ask.later')}
            </Button>
            {!offline && (
              <Button
                onClick={() => {
                  setAsking(false)
                  onTake()
                }}
              >
                {t('player-break:ask.take')}
              </Button>
            )}
          </SheetActions>
        </Sheet>
      )}
    </>
  )
}

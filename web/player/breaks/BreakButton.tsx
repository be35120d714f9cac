import { IconCoffee } from '@tabler/icons-react'
import { useState } from 'react'
import type { LiveState } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import type { Steps } from '../taking/useSteps.ts'
import { t } from '../words.ts'
import styles from './breaks.module.css'
import './words.ts'

interface BreakButtonProps {
  state: LiveState
  steps: Steps
  setAsking: (asking: true) => void
}

/**
 * The header's button for a break, with the number of breaks that are left; asks before one is used up. A break begins after
 * the question or page on the screen, so that nobody thinks about the next one meanwhile. There is none within a section
 * that has its own time.
 */
export function BreakButton({
  state: { head, reached },
  steps: { step, next },
  setAsking,
}: BreakButtonProps) {
  const [open, setOpen] = useState(false)
  const onItem = step.kind === 'item'
  const offered = !onItem || step.section.timeLimitSeconds === undefined
  const { left, minutes } = head.breaks ?? { left: 0, minutes: 0 }
  if (left === 0 || !offered) return null
  const timed = head.deadline !== null || head.sections.length > 0
  const offline = head.offline !== undefined
  return (
    <>
      <button
        type="button"
        className={`font-inherit row justify-center gap-2 semibold rounded bare touch-height ${styles.button}`}
        aria-label={t('player-break:open', { count: left })}
        title={t('player-break:open', { count: left })}
        onClick={() => setOpen(true)}
      >
        <IconCoffee aria-hidden />
        <span aria-hidden>{left}</span>
      </button>
      {open && (
        <Sheet title={t('player-break:ask.title')} onClose={() => setOpen(false)}>
          <p className={controls.lead}>{t('player-break:ask.left', { count: left, minutes })}</p>
          <ul className={`stack gap-8 ${styles.facts}`}>
            {timed && <li>{t('player-break:ask.time')}</li>}
            <li>{t('player-break:ask.hidden')}</li>
            {onItem && <li>{t('player-break:ask.next')}</li>}
            <li>{t(offline ? 'player-break:ask.offline' : 'player-break:ask.connection')}</li>
            {!offline && !reached && <li>{t('player-break:ask.none')}</li>}
          </ul>
          <SheetActions>
            <Button look="secondary" onClick={() => setOpen(false)}>
              {t('player-break:ask.later')}
            </Button>
            {!offline && (
              <Button
                onClick={() => {
                  setOpen(false)
                  setAsking(true)
                  if (onItem) next()
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

import { IconCoffee } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../api.ts'
import { countdown, secondsLeft } from '../attempt/clock/clock.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import { networkWords } from '../networkWords.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import styles from './breaks.module.css'
import { askFor, breakUntil } from './breaks.ts'
import './words.ts'

interface BreakScreenProps {
  live: LiveAttempt
  state: LiveState
  /** Ends the asking: the break was given, or is not to be had. */
  setAsking: (asking: false) => void
}

/** The person's own no, or the server's reason. */
const reasonOf = (failure: CallFailure, otherwise: string) =>
  failure.status === 0 ? networkWords(failure, otherwise) : failure.message

/**
 * Replaces the questions during a break, and while it is asked for: nobody sees the next question before it. The break ends
 * by the clock, with or without a connection; ending it earlier needs one.
 */
export function BreakScreen({ live, state: { head }, setAsking }: BreakScreenProps) {
  const [failure, setFailure] = useState<CallFailure>()
  const [ending, setEnding] = useState(false)
  const now = live.clock.now()
  const until = breakUntil(head, now)
  const lasts = until !== undefined
  // Asked for once, when the person has pressed: not again where the break that this screen began with is over.
  const asked = useRef(lasts)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void askFor('take', live).then((refused) => (refused ? setFailure(refused) : setAsking(false)))
  }, [live, setAsking])

  const end = async () => {
    setEnding(true)
    setFailure(await askFor('end', live))
    setEnding(false)
  }

  const { left, minutes } = head.breaks ?? { left: 0, minutes: 0 }
  const seconds = until === undefined ? minutes * 60 : secondsLeft(until, now)
  const timed = head.deadline !== null || head.sections.length > 0
  const { name, brand } = head.client
  const logo = brand?.logo
  // The logo leads nowhere here: the test goes on.
  const header = kioskHere() ? (
    <Header />
  ) : (
    logo && <img className={styles.logo} src={logo.url} width={logo.width} height={logo.height} alt={name} />
  )
  const title = t(failure && !lasts ? 'player-break:refused.title' : 'player-break:title')
  return (
    <Frame title={title} brand={brand} header={header}>
      <div className={`stack centered gap-12 ${styles.screen}`}>
        <IconCoffee size={56} aria-hidden />
        <h1 id="prompt" tabIndex={-1} aria-describedby="break" className={cx('text-center', controls.title)}>
          {title}
        </h1>
        {lasts ? (
          <>
            <p className={styles.clock} role="timer" dir="ltr">
              {countdown(seconds)}
            </p>
            <div id="break" className="text-center">
              {timed && <p className={controls.lead}>{t('player-break:timeStopped')}</p>}
              <p className="muted">{t('player-break:goesOn')}</p>
              <p className="muted">
                {left === 0 ? t('player-break:noneLeft') : t('player-break:left', { count: left })}
              </p>
            </div>
            <p className="sr" role="status">
              {seconds <= 60 && t('player-break:lastMinute')}
            </p>
            {failure && <p role="alert">{reasonOf(failure, 'player-break:endOffline')}</p>}
            <Button
              big
              style={{ width: '100%', maxWidth: '24rem' }}
              disabled={ending}
              onClick={() => void end()}
            >
              {t('player-break:continue')}
            </Button>
          </>
        ) : failure ? (
          <>
            <p id="break" role="alert" className={cx('text-center', controls.lead)}>
              {reasonOf(failure, 'player-break:refused.offline')}
            </p>
            <Button onClick={() => setAsking(false)}>{t('player-break:refused.goOn')}</Button>
          </>
        ) : (
          <p id="break" className="muted text-center">
            {t('player-break:asking')}
          </p>
        )}
      </div>
    </Frame>
  )
}

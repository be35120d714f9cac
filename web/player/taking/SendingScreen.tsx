import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneWaiting } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { SaveLine } from '../parts/SaveLine.tsx'
import { RescueOffer } from '../rescue/RescueOffer.tsx'
import { t } from '../words.ts'

/** Handed in here, not yet acknowledged: honest about it until the server has answered. */
export function SendingScreen({
  live,
  state,
  timeIsUp,
}: {
  live: LiveAttempt
  state: LiveState
  timeIsUp: boolean
}) {
  const [trying, setTrying] = useState(true)
  useEffect(() => {
    let here = true
    const done = () => {
      if (here) setTrying(false)
    }
    live.submit().then(done, done)
    return () => {
      here = false
    }
  }, [live])
  const count = unsentCount(state)
  const waiting = !trying && !state.reached
  const tryNow = () => {
    setTrying(true)
    const done = () => setTrying(false)
    live.submit().then(done, done)
  }
  const kiosk = kioskHere()
  if (kiosk)
    return (
      <kiosk.Sending timeIsUp={timeIsUp} trying={trying} foreign={state.foreign === true} onTryNow={tryNow}>
        <RescueOffer live={live} state={state} />
      </kiosk.Sending>
    )
  const title = waiting ? t('player:sending.waitingTitle') : t('player:sending.title')
  return (
    <Frame
      title={title}
      header={<Header />}
      dock={
        <>
          <SaveLine state={state} />
          <Button big style={{ width: '100%' }} disabled={trying} onClick={tryNow}>
            {trying ? t('player:sending.title') : t('player:sending.tryNow')}
          </Button>
        </>
      }
    >
      <PhoneWaiting />
      <h1 id="prompt" tabIndex={-1} className={cx('text-center', controls.title)}>
        {title}
      </h1>
      {timeIsUp && <p className={cx('text-center', controls.lead)}>{t('player:time.up')}</p>}
      <p className={cx('text-center', controls.lead)}>
        {count > 0 && t('player:sending.answersHere', { count })}
        {count === 0 && (waiting ? t('player:sending.waiting') : t('player:sending.almost'))}
      </p>
      {waiting && (
        <div className={cx('above-16', controls.banner, controls.warn)}>
          <IconWifiOff aria-hidden />
          <p>{t('player:sending.turnOn')}</p>
        </div>
      )}
      {state.submitFailed && !trying && (
        <p className={cx('above-16', controls.banner, controls.warn)} role="alert">
          {state.foreign ? t('player:failure.foreign') : t('player:sending.failed')}
        </p>
      )}
      {!trying && (
        <div className="above-16 text-center">
          <RescueOffer live={live} state={state} />
        </div>
      )}
    </Frame>
  )
}

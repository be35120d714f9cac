import { IconCloudCheck, IconWifiOff, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import controls from '../parts/controls.module.css'
import { RescueOffer, waitsLong } from '../rescue/RescueOffer.tsx'
import { t } from '../words.ts'
import styles from './taking.module.css'

type Net = { word: 'offline' | 'unkept' } | { word: 'back'; sent: number } | undefined

/** The banner for offline and back online. It changes only with the item, so that nothing moves under a finger. */
export function useNetBanner(key: string, state: LiveState): [Net, () => void] {
  const [banner, setBanner] = useState<Net>()
  const [waited, setWaited] = useState(0)
  const waiting = unsentCount(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item may change the banner
  useEffect(() => {
    setBanner((before) => {
      if (!state.reached && waiting > 0) return { word: state.storageFailed ? 'unkept' : 'offline' }
      const away = before?.word === 'offline' || before?.word === 'unkept'
      return away && waiting === 0 ? { word: 'back', sent: waited } : undefined
    })
  }, [key])
  useEffect(() => {
    if (!state.reached) setWaited((most) => Math.max(most, waiting))
  }, [state.reached, waiting])
  const close = () => {
    setBanner(undefined)
    setWaited(0)
  }
  return [banner, close]
}

interface NetBannerProps {
  net: NonNullable<Net>
  live: LiveAttempt
  state: LiveState
  onClose: () => void
}

export function NetBanner({ net, live, state, onClose }: NetBannerProps) {
  return (
    <div className={cx(controls.banner, net.word === 'back' ? controls.good : controls.warn, styles.banner)}>
      {net.word === 'back' ? <IconCloudCheck aria-hidden /> : <IconWifiOff aria-hidden />}
      <div>
        <p>{net.word === 'back' ? t('player:net.back', { count: net.sent }) : t(`player:net.${net.word}`)}</p>
        {net.word !== 'back' && waitsLong(state, live.clock.now()) && (
          <RescueOffer {...{ live, state }} style={{ paddingInline: 0 }} />
        )}
      </div>
      <button type="button" className={controls.icon} aria-label={t('player:button.close')} onClick={onClose}>
        <IconX aria-hidden />
      </button>
    </div>
  )
}

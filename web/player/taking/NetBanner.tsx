import './takingWords.ts'
import { IconCloudCheck, IconWifiOff, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import controls from '../parts/controls.module.css'
import { LiveText } from '../parts/LiveText.tsx'
import { RescueOffer, waitsLong } from '../rescue/RescueOffer.tsx'
import { t } from '../words.ts'
import styles from './taking.module.css'

type Away = { word: 'offline' | 'unkept' }
/** `before`: what this banner said before the connection returned. */
type Net = Away | { word: 'back'; sent: number; before?: Away } | undefined

/**
 * The banner for offline and back online. It comes, goes and changes its height only with the item, so that nothing moves
 * under a finger; while it is there, it says how things are now.
 */
export function useNetBanner(key: string, state: LiveState): [Net, () => void] {
  const [banner, setBanner] = useState<Net>()
  const [waited, setWaited] = useState(0)
  const waiting = unsentCount(state)
  const away = !state.reached && waiting > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item may bring or remove the banner
  useEffect(() => {
    setBanner((before) => {
      if (away) return { word: state.storageFailed ? 'unkept' : 'offline' }
      const was = before?.word === 'offline' || before?.word === 'unkept'
      return was && waiting === 0 ? { word: 'back', sent: waited } : undefined
    })
  }, [key])
  useEffect(() => {
    setBanner((before) => {
      if (before?.word === 'back') return away && before.before ? before.before : before
      return before && state.reached && waiting === 0 ? { word: 'back', sent: waited, before } : before
    })
  }, [away, state.reached, waiting, waited])
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
  const root = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  const back = net.word === 'back'
  const held = back && net.before !== undefined
  useLayoutEffect(() => {
    if (!held) setHeight(root.current?.offsetHeight)
  })
  return (
    <div
      ref={root}
      className={cx(controls.banner, back ? controls.good : controls.warn, styles.banner)}
      style={held ? { minHeight: height } : undefined}
    >
      {back ? <IconCloudCheck aria-hidden /> : <IconWifiOff aria-hidden />}
      <div>
        <p>
          <LiveText>
            {back ? t('player-taking:net.back', { count: net.sent }) : t(`player-taking:net.${net.word}`)}
          </LiveText>
        </p>
        {!back && waitsLong(state, live.clock.now()) && (
          <RescueOffer live={live} state={state} style={{ paddingInline: 0 }} />
        )}
      </div>
      <button type="button" className={controls.icon} aria-label={t('player:button.close')} onClick={onClose}>
        <IconX aria-hidden />
      </button>
    </div>
  )
}

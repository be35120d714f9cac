import { useEffect, useState } from 'react'

export type AlertPhase = 'shown' | 'hiding' | 'hidden'

export const alertDurationMs = 3000
/** The fade takes 0.25 s (Alert.module.css); the element goes 400 ms after the fade began. */
export const alertRemovalMs = 400

/** An alert's life: shown for `duration` ms (0 or less: until closed), then fading, then gone. */
export function useAlertLife(duration: number, onGone: (() => void) | undefined) {
  const [phase, setPhase] = useState<AlertPhase>('shown')

  useEffect(() => {
    if (phase !== 'shown' || duration <= 0) return
    const timer = setTimeout(() => setPhase('hiding'), duration)
    return () => clearTimeout(timer)
  }, [phase, duration])

  useEffect(() => {
    if (phase !== 'hiding') return
    const timer = setTimeout(() => {
      setPhase('hidden')
      onGone?.()
    }, alertRemovalMs)
    return () => clearTimeout(timer)
  }, [phase, onGone])

  return { phase, close: () => setPhase('hiding') }
}

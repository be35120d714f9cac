import { useEffect, useState } from 'react'
import { t } from '../words.ts'
import { confirmPin, isNewPin } from './day.ts'
import { pauseLeft, readLock, tryPin } from './pin.ts'
import { tabletState } from './state.ts'

function pauseWords(ms: number): string | undefined {
  if (ms <= 0) return undefined
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60
    ? t('tablet:pin.pauseSeconds', { count: seconds })
    : t('tablet:pin.pauseMinutes', { count: Math.ceil(seconds / 60) })
}

/** Checks the supervisor's PIN on the device, with a pause after too many wrong ones. */
export function usePin(onRight: () => void) {
  const [paused, setPaused] = useState(() => pauseWords(pauseLeft(readLock())))
  useEffect(() => {
    if (paused === undefined) return
    const timer = setInterval(() => setPaused(pauseWords(pauseLeft(readLock()))), 1000)
    return () => clearInterval(timer)
  }, [paused])
  const onPin = async (pin: string): Promise<string | undefined> => {
    const { verifier } = tabletState().tablet ?? {}
    if (!verifier) return t('tablet:pin.wrong')
    let asked = false
    const result = await tryPin(pin, verifier, (typed) => {
      asked = true
      return isNewPin(typed)
    })
    if (result === 'right') {
      if (!asked) void confirmPin(pin)
      onRight()
      return undefined
    }
    setPaused(pauseWords(pauseLeft(readLock())))
    return t('tablet:pin.wrong')
  }
  return { onPin, paused }
}

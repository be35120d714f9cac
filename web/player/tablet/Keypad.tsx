import { IconArrowRight, IconBackspace } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../words.ts'

interface KeypadProps {
  /** A digit or `Backspace`. */
  onKey: (key: string) => void
  onGo: () => void
  /** While something else is in front. */
  off?: boolean
}

/** Digits large enough for any finger; a keyboard does the same. */
export function Keypad({ onKey, onGo, off = false }: KeypadProps) {
  const newest = useRef({ onKey, onGo })
  newest.current = { onKey, onGo }
  // True if the last key was a digit: Enter then goes on, regardless of the focus; else it presses the focused button.
  const typing = useRef(false)
  useEffect(() => {
    if (off) return
    const onDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const wasTyping = typing.current
      typing.current = /^\d$/.test(key) || key === 'Backspace'
      if (typing.current) newest.current.onKey(key)
      else if (key === 'Enter' && (wasTyping || !(target instanceof HTMLButtonElement))) {
        event.preventDefault()
        newest.current.onGo()
      }
    }
    window.addEventListener('keydown', onDown)
    return () => window.removeEventListener('keydown', onDown)
  }, [off])
  return (
    // Digits are in this order in every language.
    <fieldset className="stack gap-12 tab-pad" dir="ltr">
      <legend className="sr">{t('tablet:pad.digits')}</legend>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
        <button key={digit} type="button" className="tab-key" onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className="tab-key tab-alt" onClick={() => onKey('Backspace')}>
        <IconBackspace size={34} aria-hidden />
        <small>{t('tablet:pad.delete')}</small>
      </button>
      <button type="button" className="tab-key" onClick={() => onKey('0')}>
        0
      </button>
      <button type="button" className="tab-key tab-go" onClick={onGo}>
        <IconArrowRight size={34} aria-hidden />
        <small>{t('tablet:pad.go')}</small>
      </button>
    </fieldset>
  )
}

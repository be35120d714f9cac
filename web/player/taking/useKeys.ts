import { useEffect, useRef } from 'react'

export interface Keys {
  digit?: (n: number) => void
  next?: () => void
  back?: () => void
  listen?: () => void
  timer?: () => void
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

/** Enter on these does what it always does there; in a form's field it submits the form, which is Next. */
const handlesEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, input, select, summary') !== null

/** The keyboard of one item. Digits and letters are off in text fields, in sheets, and when switched off. */
export function useKeys(keys: Keys, shortcuts: boolean): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { digit, next, back, listen, timer } = current.current
      if (document.querySelector('dialog[open]') || event.defaultPrevented) return
      const run = (action: (() => void) | undefined) => {
        if (!action) return
        event.preventDefault()
        action()
      }
      if (event.altKey && event.key === 'ArrowLeft') return run(back)
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Enter') return handlesEnter(event.target) ? undefined : run(next)
      if (!shortcuts || isTextField(event.target)) return
      if (/^[1-9]$/.test(event.key)) return run(() => digit?.(Number(event.key)))
      if (event.key === 'r' || event.key === 'R') return run(listen)
      if (event.key === 'h' || event.key === 'H') return run(timer)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [shortcuts])
}

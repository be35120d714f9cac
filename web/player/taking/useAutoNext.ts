import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'

/** Delay between the press on an option and the next item. */
const stepMs = 400
/** A press that a screen reader makes up has none of them. */
const pointers: readonly string[] = ['touch', 'mouse', 'pen']
/** Next does nothing for this time after such a step: its press was meant for the item before. */
const restMs = 600

/**
 * The next item follows the press on an option, by finger or mouse. A keyboard and a screen reader choose without a pointer, and
 * walk through the options to hear them. Any other press within that time, and every key, keeps the item on the screen.
 * @param key the item on the screen
 * @param on whether it may be left so
 * @returns what the form of the options listens to, and Next as the person presses it
 */
export function useAutoNext(key: string, on: boolean, step: () => void, next: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef(false)
  const stepped = useRef({ at: Number.NEGATIVE_INFINITY, leaving: false })
  const doStep = useRef(step)
  doStep.current = step

  const cancel = () => clearTimeout(timer.current)
  // Before the item is seen: a press that comes right then is planned, and stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item, or switching it off, ends what was planned
  useLayoutEffect(() => {
    document.addEventListener('pointerdown', cancel)
    document.addEventListener('keydown', cancel)
    return () => {
      cancel()
      document.removeEventListener('pointerdown', cancel)
      document.removeEventListener('keydown', cancel)
    }
  }, [key, on])
  // The device may have taken a while to keep the answer: the rest counts from when the next item is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is on the screen
  useLayoutEffect(() => {
    if (stepped.current.leaving) stepped.current = { at: performance.now(), leaving: false }
  }, [key])

  const plan = () => {
    cancel()
    timer.current = setTimeout(() => {
      if (document.querySelector('dialog[open]')) return
      stepped.current = { at: performance.now(), leaving: true }
      doStep.current()
    }, stepMs)
  }

  return {
    form: {
      onPointerUp: (event: PointerEvent) => {
        pressed.current = pointers.includes(event.pointerType)
      },
      onClick: ({ target, detail }: MouseEvent) => {
        if (!(target instanceof HTMLInputElement)) return
        const byPointer = pressed.current && detail > 0
        pressed.current = false
        if (byPointer && on) plan()
      },
    },
    next: () => {
      cancel()
      if (performance.now() - stepped.current.at >= restMs) next()
    },
  }
}

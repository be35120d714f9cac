import { useSyncExternalStore } from 'react'
import { type Look, storedLook, storeLook, storeMode, themeSlice } from './slices.ts'

/** The look that was chosen on this device. */
let chosen: Look = storedLook()
/** The text size that an accommodation starts with; nothing of it is kept on the device. */
let startSize: Look['size'] = 0
let look = chosen
let dark = false
const listeners = new Set<() => void>()

function apply() {
  look = startSize > chosen.size ? { ...chosen, size: startSize } : chosen
  const root = document.documentElement
  root.classList.toggle('dark', dark && !look.contrast)
  root.classList.toggle('light', !dark || look.contrast)
  root.classList.toggle('contrast', look.contrast)
  root.classList.toggle('size1', look.size === 1)
  root.classList.toggle('size2', look.size === 2)
  for (const listener of listeners) listener()
}

/** Reads how the person wants the screens to look, before the first one is drawn. */
export function startLook(): void {
  const theme = themeSlice()
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  dark = isModeChosen(theme.mode) ? theme.mode === 'dark' : system.matches
  system.addEventListener('change', () => {
    if (isModeChosen(themeSlice().mode)) return
    dark = system.matches
    apply()
  })
  document.documentElement.dir = theme.direction === 'rtl' ? 'rtl' : 'ltr'
  const asked = window.matchMedia('(prefers-contrast: more)').matches
  if (asked && localStorageIsEmpty()) chosen = { ...chosen, contrast: true }
  apply()
}

/** Before anybody chose a mode, here or in the application, the device's own holds. */
const isModeChosen = (mode: unknown): boolean => mode === 'dark' || mode === 'light'

function localStorageIsEmpty(): boolean {
  try {
    return localStorage.getItem('terazi.player') === null
  } catch {
    return true
  }
}

export function changeLook(part: Partial<Look>): void {
  if (part.size !== undefined) startSize = 0
  chosen = { ...chosen, ...part }
  storeLook(chosen)
  apply()
}

/** Shows texts at least this large until somebody chooses another size. */
export function startAtSize(size: Look['size']): void {
  startSize = size
  apply()
}

export function setDark(on: boolean): void {
  dark = on
  storeMode(on ? 'dark' : 'light')
  apply()
}

export const isDark = (): boolean => dark

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useLook = (): Look => useSyncExternalStore(subscribe, () => look)
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)

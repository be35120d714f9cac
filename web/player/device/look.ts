import { useSyncExternalStore } from 'react'
import { type Look, storedLook, storeLook, storeMode, themeSlice } from './slices.ts'

let look: Look = storedLook()
let dark = false
const listeners = new Set<() => void>()

function apply() {
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
  dark = theme.mode === 'dark'
  document.documentElement.dir = theme.direction === 'rtl' ? 'rtl' : 'ltr'
  const asked = window.matchMedia('(prefers-contrast: more)').matches
  if (asked && localStorageIsEmpty()) look = { ...look, contrast: true }
  apply()
}

function localStorageIsEmpty(): boolean {
  try {
    return localStorage.getItem('terazi.player') === null
  } catch {
    return true
  }
}

export function changeLook(part: Partial<Look>): void {
  look = { ...look, ...part }
  storeLook(look)
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

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Locale } from '#contract/fields.ts'
import { deviceSlice, slicesIn } from './storage.ts'

export const locales: readonly Locale[] = ['tr', 'en']
export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value)

/**
 * A first visit takes the first of the browser's languages that we speak, else the one the server wrote the document in,
 * which is the installation's.
 */
export function firstLocale(languages: readonly string[], written: string): Locale {
  for (const language of languages) {
    const short = language.slice(0, 2).toLowerCase()
    if (isLocale(short)) return short
  }
  return isLocale(written) ? written : 'tr'
}

export interface LocaleState {
  currentLang: Locale
}

// There is no document while pages are rendered at build.
const written = () => (typeof document === 'undefined' ? '' : document.documentElement.lang)

export const useLocaleSettings = create<LocaleState>()(
  persist(() => ({ currentLang: firstLocale(navigator.languages, written()) }), {
    name: 'terazi.locale',
    version: 0,
    storage: slicesIn(deviceSlice),
    // A value that somebody edited in the storage must not leave the page without words.
    merge: (stored, current) => {
      const lang =
        typeof stored === 'object' && stored !== null && 'currentLang' in stored ? stored.currentLang : null
      return isLocale(lang) ? { currentLang: lang } : current
    },
  }),
)

const accountKey = 'terazi.accountLocale'

/** True if somebody chose this browser's language, rather than getting it from an account. */
export function isLocaleChosen(): boolean {
  if (deviceSlice.getItem('terazi.locale') === null) return false
  return deviceSlice.getItem(accountKey) !== useLocaleSettings.getState().currentLang
}

/** Notes that a language comes with an account: the next person's account may bring another one. */
export function noteAccountLocale(locale: Locale) {
  deviceSlice.setItem(accountKey, locale)
}

import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/fields.ts'
import { isLocaleChosen, noteAccountLocale, storedLocale, storeLocale } from './device/slices.ts'

interface Words {
  [key: string]: string | Words
}
export type Variables = Record<string, string | number>

// Fetched as data and not imported as code: a phone has nothing to compile, and one language is enough.
const files: Record<string, Record<Locale, string>> = {
  player: {
    tr: new URL('../../locales/tr/player.json', import.meta.url).href,
    en: new URL('../../locales/en/player.json', import.meta.url).href,
  },
}
/** The loaded words, by `file/language`. */
const loaded: Record<string, Words> = {}
const listeners = new Set<() => void>()
let current: Locale = 'tr'

export const currentLocale = (): Locale => current

/** The words that came with the page (web/playerBuild.ts): the other language, and every one in development, is a file. */
function broughtWords(file: string, locale: Locale): Words | undefined {
  const words = file === 'player' ? document.getElementById('words') : null
  return words?.lang === locale ? JSON.parse(words.textContent) : undefined
}

/** Words that come with code loaded later: those in the page have to fit into its first packets. */
export function keepWords(file: string, words: Record<Locale, Words>): void {
  for (const locale of ['tr', 'en'] as const) loaded[`${file}/${locale}`] = words[locale]
}

async function load(locale: Locale): Promise<void> {
  for (const [file, addresses] of Object.entries(files)) {
    const name = `${file}/${locale}`
    loaded[name] ??= broughtWords(file, locale) ?? (await fetchWords(addresses[locale]))
  }
}

async function fetchWords(address: string): Promise<Words> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`No texts ${address}`)
  return response.json()
}

/** Loads words that only some devices need, here and with every change of the language. */
export async function addWords(file: string, addresses: Record<Locale, string>): Promise<void> {
  files[file] = addresses
  await load(current)
}

/**
 * Loads the words of the language that the person chose, before the first screen. Nothing is stored: a language that
 * nobody chose makes way for the one of an account (followAccount).
 */
export async function startWords(): Promise<void> {
  await speak(storedLocale())
}

/** Speaks the language of the account that has signed in, unless somebody chose one in this browser. */
export async function followAccount(locale: Locale): Promise<void> {
  if (isLocaleChosen()) return
  noteAccountLocale(locale)
  await setLocale(locale)
}

/** Switches the language of the screens; the questions' language is the attempt's own matter. */
export async function setLocale(locale: Locale): Promise<void> {
  await speak(locale)
  storeLocale(locale)
}

async function speak(locale: Locale): Promise<void> {
  await load(locale)
  current = locale
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

function find(words: Words | undefined, path: readonly string[]): string | undefined {
  let at: string | Words | undefined = words
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/**
 * The text of a key, `player:save.saved`, with `{{name}}` filled in; `count` picks the plural form.
 * Reads as i18next does, so that one set of files serves every part of the product.
 */
export function t(key: string, variables: Variables = {}): string {
  const [file = '', keyInFile = ''] = key.split(':')
  const path = keyInFile.split('.')
  const last = path.at(-1) ?? ''
  const count = variables.count
  const forms =
    typeof count === 'number'
      ? [`${last}_${new Intl.PluralRules(current).select(count)}`, `${last}_other`]
      : []
  for (const name of [...forms, last]) {
    const found = find(loaded[`${file}/${current}`], [...path.slice(0, -1), name])
    if (found !== undefined)
      return found.replace(/\{\{(\w+)\}\}/g, (_, variable: string) => String(variables[variable] ?? ''))
  }
  return key
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of the screens; the component is drawn again when it changes. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale)

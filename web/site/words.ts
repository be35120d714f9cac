import { createContext, useContext } from 'react'
import type { Locale } from '#contract/fields.ts'

interface Tree {
  readonly [key: string]: string | Tree
}

const files = import.meta.glob<Tree>('../../locales/*/public*.json', { eager: true, import: 'default' })

/**
 * A text of one language by its key, `publicHome:hero.title`.
 * @throws when there is none: the pages are drawn at build, and a page with a bare key must not be built
 */
function textOf(locale: Locale, key: string): string {
  const [namespace = '', path = ''] = key.split(':')
  let at: string | Tree | undefined = files[`../../locales/${locale}/${namespace}.json`]
  for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined
  if (typeof at !== 'string') throw new Error(`No text ${locale} ${key}`)
  return at
}

export interface Words {
  readonly locale: Locale
  readonly t: (key: string) => string
}

export const wordsOf = (locale: Locale): Words => ({ locale, t: (key) => textOf(locale, key) })

export const WordsContext = createContext<Words>(wordsOf('tr'))

/** The words of the language that the page is being drawn in. */
export const useWords = (): Words => useContext(WordsContext)

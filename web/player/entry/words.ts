import type { Locale } from '#contract/fields.ts'

/** The files of the words of the page where a slip's code is typed. */
export const codeWords: Record<Locale, string> = {
  tr: new URL('../../../locales/tr/slip-code.json', import.meta.url).href,
  en: new URL('../../../locales/en/slip-code.json', import.meta.url).href,
}

import type { Locale } from '#contract/fields.ts'

/** The files of the page's words. */
export const resultWords: Record<Locale, string> = {
  tr: new URL('../../../locales/tr/my-result.json', import.meta.url).href,
  en: new URL('../../../locales/en/my-result.json', import.meta.url).href,
}

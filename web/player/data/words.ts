import type { Locale } from '#contract/fields.ts'

/** The files of the page's words. */
export const dataWords: Record<Locale, string> = {
  tr: new URL('../../../locales/tr/my-data.json', import.meta.url).href,
  en: new URL('../../../locales/en/my-data.json', import.meta.url).href,
}

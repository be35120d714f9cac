import type { Locale } from '#contract/fields.ts'

/** The files of the page's words. */
export const consentsWords: Record<Locale, string> = {
  tr: new URL('../../../locales/tr/consents.json', import.meta.url).href,
  en: new URL('../../../locales/en/consents.json', import.meta.url).href,
}

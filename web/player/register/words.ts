import type { Locale } from '#contract/fields.ts'

/** The files of the page's words. */
export const registerWords: Record<Locale, string> = {
  tr: new URL('../../../locales/tr/register.json', import.meta.url).href,
  en: new URL('../../../locales/en/register.json', import.meta.url).href,
}

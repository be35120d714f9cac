import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type Resource, type ResourceLanguage } from 'i18next'
import type { Locale } from '#contract/fields.ts'

const folder = new URL('../locales/', import.meta.url)

function read(lng: string): ResourceLanguage {
  const names = readdirSync(new URL(`${lng}/`, folder)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${lng}/${name}`, folder), 'utf8')),
    ]),
  )
}

const resources: Resource = { tr: read('tr'), en: read('en') }
const i18n = i18next.createInstance()
await i18n.init({
  resources,
  lng: 'tr',
  fallbackLng: false,
  ns: Object.keys(resources.tr ?? {}),
  // Escaping is up to the code that writes HTML; subjects, PDFs and JSON are plain text.
  interpolation: { escapeValue: false },
})

/** Values for a text's placeholders; a name that differs by language comes in both. */
export type Variables = Record<string, string | number | Readonly<Record<Locale, string>>>

/**
 * A text of locales/ on the server: mail, PDF, error messages.
 * @param key `namespace:path.to.key`; of several the first that has words
 */
export function translate(locale: Locale, key: string | string[], variables: Variables = {}): string {
  const said: Record<string, string | number> = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[locale] : value,
    ]),
  )
  return i18n.t(key, { ...said, lng: locale })
}

/** A text that there may be none of. */
export const translateIfThere = (locale: Locale, key: string): string | undefined =>
  i18n.exists(key, { lng: locale }) ? translate(locale, key) : undefined

/** The language a caller asks for in Accept-Language, or the given one. Only tr and en exist. */
export function localeOf(acceptLanguage: string | undefined, otherwise: Locale): Locale {
  const wanted = (acceptLanguage ?? '').slice(0, 200).toLowerCase().split(',')
  for (const part of wanted) {
    const tag = part.split(';')[0]?.trim().split('-')[0]
    if (tag === 'tr' || tag === 'en') return tag
  }
  return otherwise
}

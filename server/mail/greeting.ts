import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { headerLine } from './clean.ts'

/** The beginning of every mail; somebody whose name is not known is greeted without one. */
export function greeting(locale: Locale, name: string): string {
  const clean = headerLine(name)
  return clean === ''
    ? translate(locale, 'mail:greetingWithoutName')
    : translate(locale, 'mail:greeting', { name: clean })
}

import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import type { Piece } from './layout.ts'

/** Tells the reader of a mail how to reach the client: by phone where it has one. */
export function contactLine(
  locale: Locale,
  { name, phone, email }: { name: string; phone: string; email: string },
): readonly Piece[] {
  return [
    translate(locale, 'mail:questions', { client: name }),
    phone === ''
      ? { link: `mailto:${email}`, label: email }
      : { link: `tel:${phone.replace(/[^+\d]/g, '')}`, label: phone },
  ]
}

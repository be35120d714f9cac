import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import type { Purpose } from './queries.ts'

/** The code by which somebody shows who they are, or that a new address is theirs. It is typed where it was asked for. */
export function identityCodeMail(locale: Locale, purpose: Purpose, digits: string): Content {
  const say = (key: string, variables: Record<string, string> = {}) =>
    translate(locale, `mail:identityCode.${key}`, variables)
  const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
  return {
    locale,
    subject: say('subject', { code }),
    preheader: say('preheader'),
    heading: greeting(locale, ''),
    paragraphs: [[say(`lead.${purpose}`)]],
    rows: [{ label: say('code'), value: code }],
    action: null,
    notes: [say('life'), say('secret')],
    closing: [[say('notYou')]],
  }
}

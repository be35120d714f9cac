import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Asks somebody to show that an address is theirs. */
export function verificationMail(locale: Locale, url: string): Content {
  return {
    locale,
    subject: translate(locale, 'mail:verification.subject'),
    preheader: translate(locale, 'mail:verification.preheader'),
    heading: greeting(locale, ''),
    paragraphs: [[translate(locale, 'mail:verification.lead')]],
    rows: [],
    action: {
      label: translate(locale, 'mail:verification.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:verification.actionLead'),
    },
    notes: [
      translate(locale, 'mail:verification.life'),
      translate(locale, 'mail:verification.password'),
      translate(locale, 'mail:personal'),
    ],
    closing: [[translate(locale, 'mail:verification.notYou')]],
  }
}

/** Tells the old address that the account has another one now. The new one is not named: this may be a stranger's box. */
export function emailChangedMail(
  locale: Locale,
  name: string,
  { oldEmail, at, url }: { oldEmail: string; at: string; url: string },
): Content {
  return {
    locale,
    subject: translate(locale, 'mail:emailChanged.subject'),
    preheader: translate(locale, 'mail:emailChanged.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[translate(locale, 'mail:emailChanged.lead')]],
    rows: [
      { label: translate(locale, 'mail:emailChanged.old'), value: oldEmail },
      { label: translate(locale, 'mail:emailChanged.at'), value: at },
    ],
    action: {
      label: translate(locale, 'mail:emailChanged.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:emailChanged.actionLead'),
    },
    notes: [translate(locale, 'mail:emailChanged.notYou')],
    closing: [[translate(locale, 'mail:emailChanged.why')]],
  }
}

import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Lets somebody choose a new password. */
export function resetMail(locale: Locale, name: string, url: string): Content {
  return {
    locale,
    subject: translate(locale, 'mail:reset.subject'),
    preheader: translate(locale, 'mail:reset.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[translate(locale, 'mail:reset.lead')]],
    rows: [],
    action: {
      label: translate(locale, 'mail:reset.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:reset.actionLead'),
    },
    notes: [
      translate(locale, 'mail:reset.life'),
      translate(locale, 'mail:personal'),
      translate(locale, 'mail:reset.notYou'),
    ],
    closing: [[translate(locale, 'mail:reset.why')]],
  }
}

/** Says that the password was changed, and what to do when it was somebody else. */
export function passwordChangedMail(locale: Locale, name: string, url: string): Content {
  return {
    locale,
    subject: translate(locale, 'mail:passwordChanged.subject'),
    preheader: translate(locale, 'mail:passwordChanged.preheader'),
    heading: greeting(locale, name),
    paragraphs: [
      [translate(locale, 'mail:passwordChanged.lead')],
      [translate(locale, 'mail:passwordChanged.ended')],
    ],
    rows: [],
    action: {
      label: translate(locale, 'mail:passwordChanged.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:passwordChanged.actionLead'),
    },
    notes: [translate(locale, 'mail:passwordChanged.notYou')],
    closing: [[translate(locale, 'mail:passwordChanged.why')]],
  }
}

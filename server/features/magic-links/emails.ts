import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Lets somebody in who asked for it on the sign-in page. */
export function magicLinkMail(locale: Locale, name: string, url: string): Content {
  return {
    locale,
    subject: translate(locale, 'mail:magicLink.subject'),
    preheader: translate(locale, 'mail:magicLink.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[translate(locale, 'mail:magicLink.lead')]],
    rows: [],
    action: {
      label: translate(locale, 'mail:magicLink.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:magicLink.actionLead'),
    },
    notes: [
      translate(locale, 'mail:magicLink.life'),
      translate(locale, 'mail:personal'),
      translate(locale, 'mail:magicLink.notYou'),
    ],
    closing: [[translate(locale, 'mail:magicLink.why')]],
  }
}

/** Tells somebody that an operator of the platform made a link that signs them in. */
export function adminLinkMail(
  locale: Locale,
  name: string,
  operator: string,
  at: string,
  url: string,
): Content {
  return {
    locale,
    subject: translate(locale, 'mail:adminLink.subject'),
    preheader: translate(locale, 'mail:adminLink.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[translate(locale, 'mail:adminLink.lead')]],
    rows: [
      { label: translate(locale, 'mail:adminLink.by'), value: operator },
      { label: translate(locale, 'mail:adminLink.at'), value: at },
    ],
    action: {
      label: translate(locale, 'mail:adminLink.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:adminLink.actionLead'),
    },
    notes: [translate(locale, 'mail:adminLink.life'), translate(locale, 'mail:adminLink.notYou')],
    closing: [[translate(locale, 'mail:adminLink.why')]],
  }
}

import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import { stressed } from '#server/mail/stressed.ts'

/**
 * The code by which somebody shows that an address is theirs. Nothing in it was typed by who asked for it: that may be a
 * stranger, and the reader somebody else.
 */
export function registrationCodeMail(
  locale: Locale,
  { client, registration }: { client: string; registration: string },
  digits: string,
  url: string,
): Content {
  const say = (key: string, variables: Record<string, string> = {}) =>
    translate(locale, `mail:registrationCode.${key}`, { client, registration, ...variables })
  const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
  return {
    locale,
    subject: say('subject', { code }),
    preheader: say('preheader'),
    heading: greeting(locale, ''),
    paragraphs: [stressed(client, (client) => say('lead', { client }))],
    rows: [
      { label: say('code'), value: code },
      { label: say('for'), value: registration },
    ],
    action: {
      label: say('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: say('actionLead'),
    },
    notes: [say('life'), say('secret')],
    closing: [[say('notYou')]],
  }
}

/** Tells a manager that more unverified phones registered at once than expected. */
export function burstMail(
  locale: Locale,
  { name, client, registration }: { name: string; client: string; registration: string },
  url: string,
): Content {
  const say = (key: string) => translate(locale, `mail:registrationBurst.${key}`, { client, registration })
  return {
    locale,
    subject: say('subject'),
    preheader: say('preheader'),
    heading: greeting(locale, name),
    paragraphs: [[say('lead')], [say('next')]],
    rows: [],
    action: {
      label: say('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: say('actionLead'),
    },
    notes: [say('life')],
    closing: [[say('why')]],
  }
}

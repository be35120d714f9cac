import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a manager that what they waited for is there. */
export function clientActivatedMail(
  locale: Locale,
  { name, client: named }: { name: string; client: string | null },
  url: string,
): Content {
  const client = named ?? translate(locale, 'mail:clientActivated.unnamed')
  return {
    locale,
    subject: translate(locale, 'mail:clientActivated.subject', { client }),
    preheader: translate(locale, 'mail:clientActivated.preheader'),
    heading: greeting(locale, name),
    paragraphs: [
      [translate(locale, 'mail:clientActivated.lead', { client })],
      [translate(locale, 'mail:clientActivated.next')],
    ],
    rows: [],
    action: {
      label: translate(locale, 'mail:clientActivated.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:clientActivated.actionLead'),
    },
    notes: [],
    closing: [
      [translate(locale, `mail:clientActivated.${named === null ? 'whyUnnamed' : 'why'}`, { client })],
    ],
  }
}

interface Application {
  client: string
  email: string
  phone: string
  applicant: string
  address: string | null
}

/** Tells an operator that somebody has applied for a client. */
export function applicationReceivedMail(
  locale: Locale,
  name: string,
  { client, email, phone, applicant, address }: Application,
  url: string,
): Content {
  const t = (key: string) => translate(locale, `mail:applicationReceived.${key}`, { client, applicant })
  return {
    locale,
    subject: t('subject'),
    preheader: t('preheader'),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t('next')]],
    rows: [
      { label: t('client'), value: client },
      { label: t('contact'), value: `${email}, ${phone}` },
      { label: t('applicant'), value: address === null ? applicant : `${applicant}, ${address}` },
    ],
    action: {
      label: t('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: t('actionLead'),
    },
    notes: [],
    closing: [[t('why')]],
  }
}

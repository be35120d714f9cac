import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import type { Content } from '#server/mail/layout.ts'

interface ContactMessage {
  name: string
  organisation: string
  email: string
  phone?: string | undefined
  message: string
  locale: Locale
}

/** A message of the contact form, for the people who run this installation, in their language. */
export function contactMail(
  { name, organisation, email, phone, message, locale: written }: ContactMessage,
  defaultLocale: Locale,
): Content {
  // As a mail address: its own characters must not be read as separators.
  const address = encodeURIComponent(email).replace('%40', '@')
  const t = (key: string, variables?: Record<string, string>) =>
    translate(defaultLocale, `mail:contact.${key}`, variables)
  return {
    locale: defaultLocale,
    subject: t('subject', { name, organisation }),
    preheader: message.slice(0, 120).replace(/\s+/g, ' '),
    heading: t('heading', { name }),
    // Lines as they were written: each is a paragraph, because a mail's text has no other line ends.
    paragraphs: message
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => [line]),
    rows: [
      { label: t('name'), value: name },
      { label: t('organisation'), value: organisation },
      { label: t('email'), value: email },
      ...(phone ? [{ label: t('phone'), value: phone }] : []),
      { label: t('language'), value: t(`language_${written}`) },
    ],
    action: {
      label: t('action'),
      url: `mailto:${address}`,
      fallback: t('actionFallback'),
      lead: t('actionLead'),
    },
    notes: [t('reply')],
    closing: [[t('why')]],
  }
}

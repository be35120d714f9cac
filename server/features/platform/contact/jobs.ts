import { z } from 'zod'
import { email, type Locale, line, locale, paragraph, personName, phone } from '#contract/fields.ts'
import { defineJob } from '#server/jobs/define.ts'
import { translate } from '#server/locales.ts'
import type { Content } from '#server/mail/layout.ts'

const payload = z.strictObject({
  name: personName,
  organisation: line(200),
  email,
  phone: phone.optional(),
  message: paragraph(4000),
  locale,
})

/**
 * Takes a message of the contact form to the address that the configuration names; an answer goes to who wrote it. It is no
 * `defineMail`: its reader is no person, so it greets nobody and is in nobody's history, and an address that is refused is
 * tried again, because somebody may correct the configuration.
 */
export const sendContactMail = defineJob({
  name: 'send_contact',
  payload,
  async run(message, { mailer, config }, current) {
    await mailer.send(
      {
        kind: 'contact',
        eventKey: `${current.id} ${current.createdAt.toISOString()}`,
        to: { name: '', address: config.contactEmail },
        replyTo: { name: message.name, address: message.email },
        content: contactMail(message, config.defaultLocale),
      },
      current.signal,
    )
  },
})

/** A message of the contact form, for the people who run this installation, in their language. */
function contactMail(
  { name, organisation, email, phone, message, locale: written }: z.infer<typeof payload>,
  defaultLocale: Locale,
): Content {
  // The address is encoded for a mail link: its own characters must not be read as separators.
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

export const contactJobs = [sendContactMail]

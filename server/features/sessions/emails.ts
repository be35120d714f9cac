import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Says where somebody has signed in, and what to do when it was somebody else. */
export function newDeviceMail(
  locale: Locale,
  { name, device, at, url }: { name: string; device: string; at: string; url: string },
): Content {
  const value = device === '' ? translate(locale, 'mail:newDevice.unknown') : device
  return {
    locale,
    subject: translate(locale, 'mail:newDevice.subject'),
    preheader: translate(locale, 'mail:newDevice.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[translate(locale, 'mail:newDevice.lead')]],
    rows: [
      { label: translate(locale, 'mail:newDevice.device'), value },
      { label: translate(locale, 'mail:newDevice.at'), value: at },
    ],
    action: {
      label: translate(locale, 'mail:newDevice.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:newDevice.actionLead'),
    },
    notes: [translate(locale, 'mail:newDevice.notYou'), translate(locale, 'mail:newDevice.ends')],
    closing: [[translate(locale, 'mail:newDevice.why')]],
  }
}

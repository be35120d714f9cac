import type { Locale } from '#contract/fields.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a manager which data is erased soon. */
export function erasureAheadMail(
  locale: Locale,
  { name, client, tests, first }: { name: string; client: string; tests: number; first: string },
  url: string,
): Content {
  const t = (key: string) =>
    translate(locale, `mail:erasureAhead.${key}`, {
      client,
      count: tests,
      number: formatNumber(tests, locale),
      day: formatDate(first, locale),
    })
  return {
    locale,
    subject: t('subject'),
    preheader: t('preheader'),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t('next')]],
    rows: [],
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

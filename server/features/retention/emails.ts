import type { Locale } from '#contract/fields.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a manager which data is erased soon. */
export function erasureAheadMail(
  locale: Locale,
  {
    name,
    client,
    tests,
    scales,
    first,
    scalesFirst = first,
  }: {
    name: string
    client: string
    tests: number
    scales: number
    first: string
    scalesFirst?: string | undefined
  },
  url: string,
): Content {
  const t = (key: string, count = tests + scales, day = first) =>
    translate(locale, `mail:erasureAhead.${key}`, {
      client,
      count,
      number: formatNumber(count, locale),
      day: formatDate(day, locale),
    })
  return {
    locale,
    subject: t('subject'),
    preheader: t('preheader'),
    heading: greeting(locale, name),
    paragraphs: [
      ...(tests > 0 ? [[t('lead', tests)]] : []),
      ...(scales > 0 ? [[t('scales', scales, scalesFirst)]] : []),
      [t('next')],
    ],
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

import type { Locale } from '#contract/fields.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a manager, or an admin in their place, which data is erased soon. */
export function erasureAheadMail(
  locale: Locale,
  {
    name,
    client,
    timeZone,
    role,
    tests,
    scales,
    people,
    first,
    scalesFirst = first,
    peopleFirst = first,
  }: {
    name: string
    client: string
    timeZone: string
    role: 'manager' | 'operator'
    tests: number
    scales: number
    people: number
    first: string
    scalesFirst?: string | undefined
    peopleFirst?: string | undefined
  },
  url: string,
): Content {
  const t = (key: string, count = tests + scales, day = first) =>
    translate(locale, `mail:erasureAhead.${key}`, {
      client,
      count,
      number: formatNumber(count, locale),
      day: formatDate(day, locale, timeZone),
    })
  return {
    locale,
    subject: tests + scales > 0 ? t('subject') : t('subjectPeople', people),
    preheader: t('preheader'),
    heading: greeting(locale, name),
    paragraphs: [
      ...(tests > 0 ? [[t('lead', tests)]] : []),
      ...(scales > 0 ? [[t('scales', scales, scalesFirst)]] : []),
      ...(people > 0 ? [[t('people', people, peopleFirst)]] : []),
      [tests + scales > 0 ? t('next') : t('nextPeople')],
    ],
    rows: [],
    action: {
      label: t(`action.${role}`),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: t(`actionLead.${role}`),
    },
    notes: [],
    closing: [[t(`why.${role}`)]],
  }
}

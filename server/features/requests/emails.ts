import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'
import type { RequestKind } from '#contract/requests.ts'
import { contactLine } from '#server/features/clients/contact-line.ts'
import { consentLine } from '#server/features/links/withdrawal.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import type { RequestRow, Stage } from './queries.ts'

/** Tells somebody at the desk that a person asks about their data, or that the day by which the law asks for an answer is near. */
export function requestNoticeMail(
  { name, locale, role }: { name: string; locale: Locale; role: 'manager' | 'operator' },
  request: { clientName: string; kind: RequestKind; dueAt: Date },
  about: 'received' | Stage,
  url: string,
): Content {
  const words = {
    client: request.clientName,
    kind: translate(locale, `requests:kind.${request.kind}`),
    due: formatDate(request.dueAt.toISOString(), locale),
  }
  const t = (key: string) => translate(locale, `mail:requestNotice.${key}`, words)
  return {
    locale,
    subject: t(`subject.${about}`),
    preheader: t(`preheader.${about}`),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t(about === 'overdue' ? 'late' : 'next')]],
    rows: [],
    action: {
      label: t('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: t('actionLead'),
    },
    notes: [],
    closing: [[t(`why.${role}`)]],
  }
}

/** Tells a person what was recorded in their name, by when it is answered, and what to do if it is not theirs. */
function recordedMail(
  about: 'requestMade' | 'requestEntered',
  { name, locale, kind, dueAt, timeZone, ...client }: RequestRow,
  rows: Content['rows'],
  url: string,
): Content {
  const t = (key: string) => translate(locale, `mail:${about}.${key}`, { client: client.clientName })
  return {
    locale,
    subject: t('subject'),
    preheader: t('notYou'),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t('notYou')]],
    rows: [
      { label: rowLabel(locale, 'kind'), value: translate(locale, `requests:kind.${kind}`) },
      ...rows,
      { label: rowLabel(locale, 'due'), value: formatDate(dueAt.toISOString(), locale, timeZone) },
    ],
    action: {
      label: translate(locale, 'mail:requestEntered.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:requestEntered.actionLead'),
    },
    notes: [],
    closing: [
      contactLine(locale, { name: client.clientName, email: client.clientEmail, phone: client.clientPhone }),
      [t('why')],
    ],
  }
}

const rowLabel = (locale: Locale, key: string) => translate(locale, `mail:requestEntered.row.${key}`)

/** Confirms a request that somebody made on a page of their own: somebody else may have opened it. */
export const requestMadeMail = (request: RequestRow, url: string): Content =>
  recordedMail('requestMade', request, [], url)

/** Tells a person that a request was entered in their name: it may not be theirs. */
export function requestEnteredMail(
  request: RequestRow,
  { url, consents }: { url: string; consents: string | undefined },
): Content {
  const { locale, channel, receivedOn } = request
  const rows = [
    { label: rowLabel(locale, 'channel'), value: translate(locale, `requests:channel.${channel}`) },
    ...(receivedOn === null
      ? []
      : [{ label: rowLabel(locale, 'day'), value: formatDay(receivedOn, locale) }]),
  ]
  const content = recordedMail('requestEntered', request, rows, url)
  if (consents === undefined) return content
  return { ...content, closing: [consentLine(locale, consents), ...content.closing] }
}

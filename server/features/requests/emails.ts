import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'
import type { RequestKind } from '#contract/requests.ts'
import { consentLine } from '#server/features/links/withdrawal.ts'
import { translate } from '#server/locales.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import type { RequestRow, Stage } from './queries.ts'

/** Tells somebody at the desk that a person asks about their data, or that the day by which the law asks for an answer is near. */
export function requestNoticeMail(
  { name, locale, role }: { name: string; locale: Locale; role: 'manager' | 'operator' },
  request: { clientName: string; kind: RequestKind; dueAt: Date; timeZone: string },
  about: 'received' | Stage,
  url: string,
): Content {
  const words = {
    client: request.clientName,
    kind: translate(locale, `requests:kind.${request.kind}`),
    due: formatDate(request.dueAt.toISOString(), locale, request.timeZone),
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

/**
 * Tells a person what was recorded in their name, and what to do if it is not theirs.
 * @param t the mail's own words
 */
function recordedMail(
  request: RequestRow,
  t: (key: string) => string,
  rows: Content['rows'],
  url: string,
): Content {
  const { name, locale, kind, clientName: client, clientEmail: email, clientPhone: phone } = request
  return {
    locale,
    subject: t('subject'),
    preheader: t('notYou'),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t('notYou')]],
    rows: [{ label: rowLabel(locale, 'kind'), value: translate(locale, `requests:kind.${kind}`) }, ...rows],
    action: {
      label: translate(locale, 'mail:requestEntered.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:requestEntered.actionLead'),
    },
    notes: [],
    closing: [contactLine(locale, { name: client, email, phone }), [t('why')]],
  }
}

const rowLabel = (locale: Locale, key: string) => translate(locale, `mail:requestEntered.row.${key}`)

/** As the person's own page says it. */
const dueDay = ({ dueAt, locale, timeZone }: RequestRow) => formatDate(dueAt.toISOString(), locale, timeZone)

/** Confirms a request that somebody made on a page of their own: somebody else may have opened it. */
export function requestMadeMail(request: RequestRow, url: string): Content {
  const words = { client: request.clientName, due: dueDay(request) }
  const t = (key: string) => translate(request.locale, `mail:requestMade.${key}`, words)
  return recordedMail(request, t, [], url)
}

/** Tells a person that a request was entered in their name: it may not be theirs. */
export function requestEnteredMail(
  request: RequestRow,
  { url, consents }: { url: string; consents: string | undefined },
): Content {
  const { locale, clientName: client, channel, receivedOn } = request
  const t = (key: string) => translate(locale, `mail:requestEntered.${key}`, { client })
  const row = (key: string, value: string) => ({ label: rowLabel(locale, key), value })
  const rows = [
    row('channel', translate(locale, `requests:channel.${channel}`)),
    ...(receivedOn === null ? [] : [row('day', formatDay(receivedOn, locale))]),
    row('due', dueDay(request)),
  ]
  const content = recordedMail(request, t, rows, url)
  if (consents === undefined) return content
  return { ...content, closing: [consentLine(locale, consents), ...content.closing] }
}

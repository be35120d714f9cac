import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'
import type { RequestKind } from '#contract/requests.ts'
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

/** Tells a person that a request was entered in their name: it may not be theirs. */
export function requestEnteredMail(
  { name, locale, clientName: client, kind, channel, receivedOn, dueAt, timeZone }: RequestRow,
  { url, consents }: { url: string; consents: string | undefined },
): Content {
  const t = (key: string) => translate(locale, `mail:requestEntered.${key}`, { client })
  const row = (key: string, value: string) => ({ label: t(`row.${key}`), value })
  return {
    locale,
    subject: t('subject'),
    preheader: t('notYou'),
    heading: greeting(locale, name),
    paragraphs: [[t('lead')], [t('notYou')]],
    rows: [
      row('kind', translate(locale, `requests:kind.${kind}`)),
      row('channel', translate(locale, `requests:channel.${channel}`)),
      ...(receivedOn === null ? [] : [row('day', formatDay(receivedOn, locale))]),
      row('due', formatDate(dueAt.toISOString(), locale, timeZone)),
    ],
    action: {
      label: t('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: t('actionLead'),
    },
    notes: [],
    closing: [...(consents === undefined ? [] : [consentLine(locale, consents)]), [t('why')]],
  }
}

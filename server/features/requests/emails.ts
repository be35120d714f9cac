import type { Locale } from '#contract/fields.ts'
import { formatDate } from '#contract/format.ts'
import type { RequestKind } from '#contract/requests.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a manager that somebody asks about their data, and by when the law asks for an answer. */
export function requestReceivedMail(
  locale: Locale,
  request: { manager: string; clientName: string; kind: RequestKind; dueAt: Date },
  url: string,
): Content {
  const words = {
    client: request.clientName,
    kind: translate(locale, `requests:kind.${request.kind}`),
    due: formatDate(request.dueAt.toISOString(), locale),
  }
  const t = (key: string) => translate(locale, `mail:requestReceived.${key}`, words)
  return {
    locale,
    subject: t('subject'),
    preheader: t('preheader'),
    heading: greeting(locale, request.manager),
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

/** The answer to a person's request. */
export function requestAnswerMail(
  locale: Locale,
  answer: {
    name: string
    client: string
    kind: RequestKind
    decision: 'accepted' | 'refused'
    reason: string
  },
): Content {
  const { name, client, kind, decision, reason } = answer
  const words = { client, kind: translate(locale, `requests:kind.${kind}`) }
  const t = (key: string) => translate(locale, `mail:requestAnswer.${key}`, words)
  return {
    locale,
    subject: t('subject'),
    preheader: t(`lead.${decision}`),
    heading: greeting(locale, name),
    paragraphs: [[t(`lead.${decision}`)], [reason], ...(decision === 'refused' ? [[t('complain')]] : [])],
    rows: [],
    action: null,
    notes: [],
    closing: [[t('why')]],
  }
}

import type { Locale } from '#contract/fields.ts'
import type { RequestKind } from '#contract/requests.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'

interface Answer {
  name: string
  client: string
  kind: RequestKind
  decision: 'accepted' | 'refused'
  reason: string
  /** They are erased: the reason says that nothing is left. */
  erased: boolean
}

/** The answer to a person's request, in the sentences that a mail and a sheet of paper have in common. */
export function answerLines(
  locale: Locale,
  { client, kind, decision, reason, erased }: Omit<Answer, 'name'>,
): string[] {
  const words = { client, kind: translate(locale, `requests:kind.${kind}`) }
  const t = (key: string) => translate(locale, `mail:requestAnswer.${key}`, words)
  // The same words where there was nothing to withdraw: who hands them over does not learn that.
  const withdrawn = kind === 'withdrawal' && decision === 'accepted' && !erased
  return [
    t(`lead.${decision}`),
    ...(withdrawn ? [t('withdrawn')] : []),
    reason,
    ...(decision === 'refused' ? [t('complain')] : []),
  ]
}

/** The same to hand over, where there is no address that is known to be the person's. */
export function answerToHandOver(locale: Locale, answer: Answer): string {
  const subject = translate(locale, 'mail:requestAnswer.subject', { client: answer.client })
  return [subject, greeting(locale, answer.name), ...answerLines(locale, answer)].join('\n\n')
}

/** Why a request needs no other answer than that the data is erased. */
export const erasedReason = (locale: Locale, client: string): string =>
  translate(locale, 'mail:requestAnswer.erased', { client })

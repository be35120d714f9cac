import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** What happened to somebody's second step; `operator` is named when it was not themselves. */
export interface Change {
  readonly change: 'on' | 'off' | 'reset'
  readonly operator: string | null
  readonly at: string
}

/** Tells somebody that their two-step sign-in was turned on, off, or off by an operator. */
export function secondFactorMail(
  locale: Locale,
  name: string,
  { change, operator, at }: Change,
  url: string,
): Content {
  const text = (key: string) => translate(locale, `mail:secondFactor.${change}.${key}`)
  return {
    locale,
    subject: text('subject'),
    preheader: translate(locale, 'mail:secondFactor.preheader'),
    heading: greeting(locale, name),
    paragraphs: [[text('lead')], [text('next')]],
    rows: [
      ...(operator === null ? [] : [{ label: translate(locale, 'mail:secondFactor.by'), value: operator }]),
      { label: translate(locale, 'mail:secondFactor.at'), value: at },
    ],
    action: {
      label: translate(locale, 'mail:secondFactor.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:secondFactor.actionLead'),
    },
    notes: [translate(locale, 'mail:secondFactor.notYou')],
    closing: [[translate(locale, 'mail:secondFactor.why')]],
  }
}

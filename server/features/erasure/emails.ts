import { formatDateTime } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import type { WithdrawnRow } from './mail-queries.ts'

/**
 * Tells a person that a consent of theirs was withdrawn, and what was erased or hidden: somebody else may have opened their page.
 * Lists of mails show subject and preheader, so these don't name the test. The part that a consent was for is never named.
 * @param url their consents; it opens nothing
 */
export function consentWithdrawnMail(
  { name, locale, client }: WithdrawnRow,
  {
    test,
    whole,
    outcome,
    at,
  }: { test: string; whole: boolean; outcome: 'erased' | 'hidden' | 'gone'; at: Date },
  url: string,
): Content {
  const t = (key: string) => translate(locale, `mail:consentWithdrawn.${key}`, { client: client.name })
  const time = formatDateTime(at.toISOString(), locale, client.timeZone)
  return {
    locale,
    subject: t('subject'),
    preheader: t('notYou'),
    heading: greeting(locale, name),
    paragraphs: [
      [t('lead')],
      [t(outcome === 'gone' ? 'gone' : `${whole ? 'whole' : 'part'}.${outcome}`)],
      [t('notYou')],
    ],
    rows: [
      { label: t('row.test'), value: test },
      { label: t('row.at'), value: `${time} (${client.timeZone})` },
    ],
    action: {
      label: t('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: t('actionLead'),
    },
    notes: [],
    closing: [contactLine(locale, client), [t('why')]],
  }
}

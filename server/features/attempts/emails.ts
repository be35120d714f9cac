import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Tells a clinician that a flagged result waits for them. Whose it is, and of which test, they read after signing in. */
export function flagMail(
  locale: Locale,
  { name, client }: { name: string; client: string },
  url: string,
): Content {
  const t = (key: string) => translate(locale, `mail:flag.${key}`, { client })
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

import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'

/**
 * The version of the information notice. Raise it with every change of its words in `locales/<lng>/registration-notice.json`: each
 * registrant's row says which version they saw.
 */
export const noticeVersion = 3

export function noticeFor(client: { name: string; email: string }, locale: Locale) {
  const { name, email } = client
  return {
    version: noticeVersion,
    title: translate(locale, 'registration-notice:notice.title'),
    text: translate(locale, 'registration-notice:notice.text', { client: name, email }),
  }
}

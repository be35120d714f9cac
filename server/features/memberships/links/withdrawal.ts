import type { Locale } from '#contract/fields.ts'
import { consentsPage } from '#contract/pages.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { translate } from '#server/locales.ts'
import type { Line } from '#server/mail/define.ts'
import { mailedUrl } from './mailed-url.ts'
import { hasConsents } from './queries.ts'

const lineTo = (locale: Locale, link: string): Line => [
  translate(locale, 'mail:consents.lead'),
  { link, label: translate(locale, 'mail:consents.open') },
]

/**
 * A line with a link to the reader's consents, where they withdraw them.
 * @param url opens them. Opening it changes nothing
 */
export const consentLine = (locale: Locale, url: string): Line =>
  lineTo(locale, mailedUrl(url, { redirectUrl: consentsPage }))

/**
 * A line with a link to somebody's consents, for a mail about their account to an address that is theirs.
 * @param url the sign-in link that the mail has anyway. Without one the page asks to sign in: what warns of a stranger opens
 * nothing
 * @returns undefined where they agreed to nothing
 */
export async function consentsOf(
  { db, config }: Pick<JobDeps, 'db' | 'config'>,
  { userId, locale }: { userId: string; locale: Locale },
  url?: string,
): Promise<Line | undefined> {
  if (!(await hasConsents(db, userId))) return undefined
  return url === undefined ? lineTo(locale, config.publicUrl + consentsPage) : consentLine(locale, url)
}

import type { Locale } from '#contract/fields.ts'
import { consentsPage } from '#contract/pages.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { translate } from '#server/locales.ts'
import type { Content, Piece } from '#server/mail/layout.ts'
import { mailedUrl } from './mailed-url.ts'
import { hasConsents } from './queries.ts'

/** Where a link leads on to somebody's consents, which they may withdraw there. Opening it changes nothing. */
const consentsOf = (url: string) => mailedUrl(url, { redirectUrl: consentsPage })

const lineTo = (locale: Locale, link: string): readonly Piece[] => [
  translate(locale, 'mail:consents.lead'),
  { link, label: translate(locale, 'mail:consents.open') },
]

/** Leads to where the reader's consents are withdrawn. @param url opens them */
export const consentLine = (locale: Locale, url: string) => lineTo(locale, consentsOf(url))

/**
 * A mail about somebody's account, to an address that is theirs, with the way to withdraw what they agreed to; as it is where
 * they agreed to nothing.
 * @param url the sign-in link that the mail has anyway. Without one the page asks to sign in: what warns of a stranger opens
 * nothing
 */
export async function withWithdrawal(
  { db, config }: Pick<JobDeps, 'db' | 'config'>,
  userId: string,
  content: Content,
  url?: string,
): Promise<Content> {
  if (!(await hasConsents(db, userId))) return content
  const line =
    url === undefined
      ? lineTo(content.locale, config.publicUrl + consentsPage)
      : consentLine(content.locale, url)
  return { ...content, closing: [line, ...content.closing] }
}

import type { Locale } from './fields.ts'

/**
 * The pages that are open to everybody and drawn at build. Most answer at an address that says nothing of a language and
 * follow the reader's; where Turkish and English have a name each, both addresses open the same page.
 */
export const publicPages = {
  home: { tr: '/', en: '/' },
  about: { tr: '/hakkimizda', en: '/about' },
  competencies: { tr: '/yetkinlikler', en: '/competencies' },
  services: { tr: '/hizmetlerimiz', en: '/services' },
  contact: { tr: '/iletisim', en: '/contact' },
  terms: { tr: '/tr/terms', en: '/en/terms' },
  privacy: { tr: '/tr/privacy', en: '/en/privacy' },
  hub: { tr: '/dashboard', en: '/dashboard' },
} as const satisfies Record<string, Record<Locale, string>>

export type PublicPage = keyof typeof publicPages

const locales: readonly Locale[] = ['tr', 'en']
const keys = Object.keys(publicPages).filter((key): key is PublicPage => key in publicPages)

/** Their address itself names the language: the reader's choice does not change it. */
const fixed: readonly PublicPage[] = ['terms', 'privacy']

/** Pages for search engines: those that say something to somebody who is not signed in. */
export const listedPages: readonly PublicPage[] = keys.filter((key) => key !== 'hub')

/** The public page at a path, with its language where the path names one; a trailing slash makes no difference. */
export function findPublicPage(path: string): { page: PublicPage; locale: Locale | undefined } | undefined {
  const plain = path.replace(/(?<=.)\/$/, '')
  for (const page of keys)
    for (const locale of locales)
      if (publicPages[page][locale] === plain)
        return { page, locale: fixed.includes(page) ? locale : undefined }
  return undefined
}

/**
 * The address of a page in one language, for search engines and for links that change the language. The installation's
 * own language needs no parameter.
 */
export function addressIn(page: PublicPage, locale: Locale, defaultLocale: Locale): string {
  const path = publicPages[page][locale]
  return fixed.includes(page) || locale === defaultLocale ? path : `${path}?lang=${locale}`
}

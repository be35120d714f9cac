import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { addressIn, listedPages } from '#contract/publicPages.ts'
import type { AppConfig } from '#server/deps.ts'

const locales: readonly Locale[] = ['tr', 'en']

/** Paths that no search engine should list: everything behind a sign-in, and links that carry a secret. */
const closed = [
  '/api/',
  '/dev/',
  '/admin/',
  '/manager/',
  '/participant/',
  '/account/',
  '/magic-link/',
  '/reset-password/',
  '/s/',
  '/unsubscribe/',
]

/** /robots.txt and /sitemap.xml, which names every public page in both languages. */
export function addSearchFiles(app: FastifyInstance, { publicUrl, defaultLocale }: AppConfig): void {
  const address = (page: (typeof listedPages)[number], locale: Locale) =>
    publicUrl + addressIn(page, locale, defaultLocale)
  const entries = listedPages.flatMap((page) => {
    const alternates = locales.map(
      (locale) => `    <xhtml:link rel="alternate" hreflang="${locale}" href="${address(page, locale)}"/>`,
    )
    return locales.map((locale) =>
      ['  <url>', `    <loc>${address(page, locale)}</loc>`, ...alternates, '  </url>'].join('\n'),
    )
  })
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
  const robots = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
}

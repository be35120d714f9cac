import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import {
  addressIn,
  findPublicPage,
  listedPages,
  type PublicPage,
  publicPages,
} from '#contract/publicPages.ts'
import type { AppConfig } from '#server/deps.ts'
import { localeOf, translate } from '#server/locales.ts'
import { sendPage } from './page.ts'

const locales: readonly Locale[] = ['tr', 'en']

/**
 * The public pages, drawn at build in both languages. The language is the path's where it names one, else that of the
 * `lang` parameter, else the browser's. What no page has gets the Page Not Found screen with status 404.
 */
export function openSite(root: string, config: AppConfig) {
  const files = new Map<string, string>()
  for (const page of [...Object.keys(publicPages), notFound])
    for (const locale of locales) {
      const file = join(root, 'site', `${page}.${locale}.html`)
      if (existsSync(file)) files.set(`${page}.${locale}`, readFileSync(file, 'utf8'))
    }
  const complete = (
    page: PublicPage | typeof notFound,
    locale: Locale,
    links = noIndex,
  ): string | undefined => {
    return files
      .get(`${page}.${locale}`)
      ?.replace('<!--links-->', links)
      .replaceAll('%YEAR%', String(new Date().getFullYear()))
      .replaceAll(/%OPERATOR_(NAME|ADDRESS|REGISTRY)%/g, (_, field: keyof typeof operatorFields) =>
        escaped(config.operator[operatorFields[field]] ?? translate(locale, 'public:operator.missing')),
      )
  }
  return {
    send(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
      const found = findPublicPage(path)
      const locale =
        found?.locale ??
        askedLocale(request) ??
        localeOf(request.headers['accept-language'], config.defaultLocale)
      reply.header('content-language', locale)
      const links =
        found && listedPages.includes(found.page)
          ? linksOf(
              found.page,
              addressOf(found.page, path, locale, {
                asked: askedLocale(request) !== undefined,
                defaultLocale: config.defaultLocale,
              }),
              config,
            )
          : noIndex
      const html = found && complete(found.page, locale, links)
      if (html !== undefined) return sendPage(request, reply, html)
      return sendPage(request, reply, complete(notFound, locale) ?? '', { status: 404 })
    },
  }
}

const notFound = 'notFound'
const operatorFields = { NAME: 'name', ADDRESS: 'address', REGISTRY: 'registry' } as const

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const noIndex = '<meta name="robots" content="noindex">'

/**
 * A page's canonical address. An address that leaves the language to the browser stays as it is where it represents all
 * languages.
 */
function addressOf(
  page: PublicPage,
  path: string,
  locale: Locale,
  { asked, defaultLocale }: { asked: boolean; defaultLocale: Locale },
): string {
  const forAll = addressIn(page, defaultLocale, defaultLocale)
  return !asked && path === forAll ? forAll : addressIn(page, locale, defaultLocale)
}

function askedLocale({ query }: FastifyRequest): Locale | undefined {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return locales.find((locale) => locale === lang)
}

/** Which address is this page's own, and its address in each language. */
function linksOf(page: PublicPage, own: string, { publicUrl, defaultLocale }: AppConfig): string {
  const address = (language: Locale) => publicUrl + addressIn(page, language, defaultLocale)
  return [
    `<link rel="canonical" href="${publicUrl}${own}">`,
    ...locales.map((other) => `<link rel="alternate" hreflang="${other}" href="${address(other)}">`),
    `<link rel="alternate" hreflang="x-default" href="${address(defaultLocale)}">`,
    `<meta property="og:url" content="${publicUrl}${own}">`,
    `<meta property="og:image" content="${publicUrl}/og.png">`,
  ].join('\n    ')
}

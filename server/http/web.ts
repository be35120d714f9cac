import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { isPage, isPlayerPage, isQuietPage, isUnlistedPage } from '#contract/pages.ts'
import type { AppConfig } from '#server/deps.ts'
import { localeOf } from '#server/locales.ts'
import { policyFor } from './headers.ts'
import { sendPage } from './page.ts'
import { addSearchFiles } from './search-files.ts'
import { openSite } from './site.ts'
import { handleUnknown } from './unknown.ts'

const year = 31_536_000

/** A browser that speaks neither language takes the document's, which is then the installation's. */
const inBoth = (html: string): Record<Locale, string> => ({
  tr: html,
  en: html.replace('<html lang="tr"', '<html lang="en"'),
})

/** The same document for a browser that is to report errors of it. */
const reporting = (html: string, { sentryDsn }: AppConfig) =>
  sentryDsn === undefined
    ? html
    : html.replace(
        '</title>',
        `</title>\n    <meta name="error-reports" content="${sentryDsn.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />`,
      )

/** The same document for pages that no search engine may list. */
const unlisted = (html: string) =>
  html.replace('</title>', '</title>\n    <meta name="robots" content="noindex, nofollow" />')

/**
 * Serves the built web application. Files named by their content are kept for a year; pages are asked for again each time.
 * An address that no page has gets the Page Not Found screen with status 404.
 */
export async function serveWeb(app: FastifyInstance, root: string, config: AppConfig): Promise<void> {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const page = inBoth(read('index.html'))
  const player = { tr: read('player/index.tr.html'), en: read('player/index.en.html') }
  const playerPolicy = policyFor(config, player.tr)
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    // Pages have addresses of their own and are not for asking by their file.
    allowedPath: (path) => !path.endsWith('.html'),
    setHeaders(reply, path) {
      const named = path.includes('/assets/')
      reply.header('cache-control', named ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  const site = openSite(root, config)
  const signIn = { tr: read('sign-in.tr.html'), en: read('sign-in.en.html') }
  /** The page drawn at build, where the address asks for nothing that changes its first sight. */
  const drawnPage = ({ url }: FastifyRequest, locale: Locale) =>
    /^\/sign-in(\?redirectUrl=[^&]*)?$/.test(url) && signIn[locale]
  addSearchFiles(app, config)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // The path is not parsed as an address: `//` is none, and still somebody may ask for it.
    const [path = '/'] = request.url.split('?')
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|dev|health|metrics)(\/|$)/.test(path)
    const locale = localeOf(request.headers['accept-language'], config.defaultLocale)
    if (!asksForPage || page.tr === '') return handleUnknown(request, reply)
    if (isPlayerPage(path))
      return sendPage(request, reply.header('content-security-policy', playerPolicy), player[locale])
    if (isUnlistedPage(path)) {
      reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
      return sendPage(request, reply, unlisted(page[locale]), { stored: false })
    }
    if (isPage(path)) {
      const html = drawnPage(request, locale) || page[locale]
      return sendPage(request, reply, isQuietPage(path) ? html : reporting(html, config))
    }
    return site.send(request, reply, path)
  })
}

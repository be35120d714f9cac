import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDemoPage, isPage, isPlayerPage } from '#contract/pages.ts'
import type { AppConfig } from '#server/deps.ts'
import { localeOf } from '#server/locales.ts'
import { sendPage } from './page.ts'
import { addSearchFiles } from './search-files.ts'
import { openSite } from './site.ts'
import { handleUnknown } from './unknown.ts'

const year = 31_536_000

/**
 * Serves the built web application. Files named by their content are kept for a year; pages are asked for again each time.
 * An address that no page has gets the Page Not Found screen with status 404.
 */
export async function serveWeb(app: FastifyInstance, root: string, config: AppConfig): Promise<void> {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const page = read('index.html')
  const player = read('player/index.html')
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
  const drawnPage = ({ url, headers }: FastifyRequest) =>
    /^\/sign-in(\?redirectUrl=[^&]*)?$/.test(url) &&
    signIn[localeOf(headers['accept-language'], config.defaultLocale)]
  addSearchFiles(app, config)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // Not parsed as an address: `//` is none, and still somebody may ask for it.
    const [path = '/'] = request.url.split('?')
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|dev|health|metrics)(\/|$)/.test(path)
    if (config.demo && isDemoPage(path)) return sendPage(request, reply, page)
    if (!asksForPage || page === '') return handleUnknown(request, reply)
    if (isPlayerPage(path)) return sendPage(request, reply, player)
    if (isPage(path)) return sendPage(request, reply, drawnPage(request) || page)
    return site.send(request, reply, path)
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage, isPlayerPage } from '#contract/pages.ts'
import { handleUnknown } from './unknown.ts'

const year = 31_536_000

/**
 * Serves the built web application. Files named by their content are kept for a year; pages are asked for again each time.
 * An address that no page has gets the Page Not Found screen with status 404.
 */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : undefined)
  const page = read('index.html')
  const player = read('player/index.html')
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const named = path.includes('/assets/')
      reply.header('cache-control', named ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  const send = (reply: FastifyReply, html: Buffer | undefined, status: number) =>
    reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // Not parsed as an address: `//` is none, and still somebody may ask for it.
    const [path = '/'] = request.url.split('?')
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|dev|health|metrics)(\/|$)/.test(path)
    if (!asksForPage || page === undefined) return handleUnknown(request, reply)
    if (isPlayerPage(path)) return send(reply, player, 200)
    return send(reply, page, isPage(path) ? 200 : 404)
  })
}

import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

interface Packed {
  readonly tag: string
  readonly bodies: Partial<Record<Encoding, Buffer>>
}

/** Compressed pages by their text: there are some thirty, and each is compressed once in the life of a process. */
const packed = new Map<string, Packed>()
const most = 200

const pack = {
  // The highest quality takes 43 ms for the largest page, once in the life of a process. It gets the player's page with
  // its headers into the ten packets that a server may send before the first acknowledgement, which five of eleven does
  // not.
  br: (html: string) =>
    brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html) } }),
  gzip: (html: string) => gzipSync(html),
  identity: (html: string) => Buffer.from(html),
} satisfies Record<Encoding, (html: string) => Buffer>

/**
 * Sends a page of ours, compressed when the browser takes it, and not at all when it has it already.
 * @param stored false for a page that no browser and no proxy may keep
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  { status = 200, stored = true }: { status?: 200 | 404; stored?: boolean } = {},
): FastifyReply {
  const page = packed.get(html) ?? keep(html)
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip']) ?? 'identity'
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', stored ? 'no-cache' : 'no-store')
    .header('vary', 'Accept-Encoding, Accept-Language')
  if (stored) reply.header('etag', page.tag)
  if (stored && status === 200 && request.headers['if-none-match'] === page.tag)
    return reply.status(304).send()
  page.bodies[encoding] ??= pack[encoding](html)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.status(status).send(page.bodies[encoding])
}

function keep(html: string): Packed {
  if (packed.size >= most) packed.clear()
  const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const page: Packed = { tag, bodies: {} }
  packed.set(html, page)
  return page
}

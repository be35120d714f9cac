import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

interface Packed {
  readonly tag: string
  readonly bodies: Partial<Record<Encoding, Buffer>>
}

/** By the page's text: there are some thirty of them, and each is compressed once in the life of a process. */
const packed = new Map<string, Packed>()
const most = 200

const pack = {
  // Nine of eleven: the last two cost ten times the time for one part in fifty.
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html: string) => gzipSync(html, { level: 9 }),
  identity: (html: string) => Buffer.from(html),
} satisfies Record<Encoding, (html: string) => Buffer>

/** Sends a page of ours, compressed when the browser takes it, and not at all when it has it already. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  status: 200 | 404 = 200,
): FastifyReply {
  const page = packed.get(html) ?? keep(html)
  const encoding = accepted(request.headers['accept-encoding'])
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('etag', page.tag)
    .header('vary', 'Accept-Encoding, Accept-Language')
  if (status === 200 && request.headers['if-none-match'] === page.tag) return reply.status(304).send()
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

function accepted(header: string | string[] | undefined): Encoding {
  const offered = new Set(
    String(header ?? '')
      .slice(0, 200)
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  )
  return offered.has('br') ? 'br' : offered.has('gzip') ? 'gzip' : 'identity'
}

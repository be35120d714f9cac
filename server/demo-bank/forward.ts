import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Makes the demo bank's pages and controls answer at the product's own address. Outside production alone. */
export function forwardToBank(app: FastifyInstance, bankUrl: string): void {
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await fetch(bankUrl + request.url, {
      method: request.method,
      redirect: 'manual',
      headers: {
        'accept-language': String(request.headers['accept-language'] ?? ''),
        'content-type': request.headers['content-type'] ?? 'application/octet-stream',
      },
      ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
    for (const name of ['content-type', 'content-security-policy', 'referrer-policy']) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  }
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const url of ['/dev/bank', '/dev/bank/*'])
      scope.route({ method: ['GET', 'POST'], url, handler: forward })
    done()
  })
}

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/kit.ts'
import { Failure, FieldFailure } from './failure.ts'

/**
 * Serves calls that take a file: the routes made in `serve` read these media types, raw or as the one part of a form,
 * and no JSON. The declared types are not trusted: the code that uses a file checks its first bytes.
 */
export function acceptFiles(
  app: FastifyInstance,
  accepts: readonly string[],
  serve: (files: FastifyInstance) => void,
): void {
  app.register((files, _options, done) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser([...accepts], { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    files.register(multipart)
    // Within, so that the form parser is registered before the routes that use it.
    files.register((routes, _more, ready) => {
      serve(routes)
      ready()
    })
    done()
  })
}

/**
 * The file of a request.
 * @throws Failure payload_too_large, malformed_body for a form that is broken or has other parts; FieldFailure
 */
export async function readUpload(request: FastifyRequest, entry: Call): Promise<Uint8Array> {
  if (Buffer.isBuffer(request.body)) return request.body
  if (!request.isMultipart()) throw new FieldFailure({ file: { key: 'required' } })
  // One more than is taken, so that a second part is seen and refused.
  const limits = { fileSize: entry.bodyLimit ?? 0, parts: 2 }
  try {
    let file: Uint8Array | undefined
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || file !== undefined) throw new Failure('malformed_body')
      file = await part.toBuffer()
    }
    if (file !== undefined) return file
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
    throw new Failure(tooLarge ? 'payload_too_large' : 'malformed_body')
  }
  throw new FieldFailure({ file: { key: 'required' } })
}

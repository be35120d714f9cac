import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only body that is read: a form or a text/plain post, which a browser sends across sites without asking,
 * does nothing. An empty body counts as none, with any declared type.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}

/** A form as a browser posts it, for routes to which other sites send people. Of a field that is there twice the last counts. */
export function acceptForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
}

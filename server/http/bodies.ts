import type { FastifyInstance } from 'fastify'
import { repeatedName } from '#contract/jsonFault.ts'
import { Failure } from './failure.ts'

/**
 * JSON is the only body that is read: a form or a text/plain post, which a browser sends across sites without asking,
 * does nothing. An empty body counts as none, with any declared type.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addJsonParser(app)
}

/** @param check looks at text that is JSON, and throws what the caller is answered */
function addJsonParser(app: FastifyInstance, check?: (text: string) => void): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    void parse(request, text, (error, json) => {
      try {
        if (error === null) check?.(text)
        done(error, json)
      } catch (refusal) {
        done(refusal instanceof Error ? refusal : new Error(String(refusal)))
      }
    })
  })
}

/**
 * Serves calls whose JSON people write: a name that one object gives twice is refused with its place, where a parser
 * would keep the last and drop the first. Other calls are not searched for it.
 */
export function acceptWrittenJson(app: FastifyInstance, serve: (written: FastifyInstance) => void): void {
  app.register((written, _options, done) => {
    written.removeContentTypeParser('application/json')
    addJsonParser(written, (text) => {
      const { twice: name, ...place } = repeatedName(text) ?? {}
      if (name === undefined) return
      const shown = name.slice(0, 100)
      throw new Failure('json_name_twice', {
        details: { ...place, name: shown },
        variables: { ...place, name: shown },
      })
    })
    serve(written)
    done()
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

/** Reads nothing of a body, whichever type it has, for routes whose address says everything. */
export function acceptAnyBody(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) =>
    done(null, undefined),
  )
}

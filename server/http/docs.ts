import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** Made once: it takes longer than the rest of a server, and tests start hundreds in a process. */
let made: object | undefined

/** `/api/openapi.json` and the browsable `/api/docs`, both made from the contract. */
export async function docRoutes(app: FastifyInstance): Promise<void> {
  made ??= openApiDocument()
  const document = made
  app.get('/api/openapi.json', (_request, reply) => {
    reply.type('application/json; charset=utf-8').compress(JSON.stringify(document))
  })
  // The plugin's type has no OpenAPI 3.1 document; it serves any document it gets.
  const specification = { document } as StaticDocumentSpec
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: { title: 'Terazi API', css: [{ filename: 'terazi.css', content: '.topbar { display: none }' }] },
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
}

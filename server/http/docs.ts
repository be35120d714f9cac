import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** `/api/openapi.json` and the browsable `/api/docs`, both made from the contract. */
export async function docRoutes(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  app.get('/api/openapi.json', (_request, reply) => reply.send(document))
  await app.register(contractDocument(document))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: { title: 'Terazi API', css: [{ filename: 'terazi.css', content: '.topbar { display: none }' }] },
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
}

/** What the documentation page asks its host for: the finished document, in place of one collected from route schemas. */
function contractDocument(document: object) {
  const plugin = async (app: FastifyInstance) => {
    app.decorate('swagger', () => document)
  }
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: '@fastify/swagger',
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
  })
}

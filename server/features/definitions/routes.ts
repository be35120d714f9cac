import type { FastifyInstance } from 'fastify'
import {
  checkDefinition,
  definitionDifferences,
  discardDefinition,
  exportDefinition,
  getDefinition,
  getDefinitionVersion,
  importDefinition as importDefinitionCall,
  listDefinitions,
  publishDefinition,
} from '#contract/definitions.ts'
import { previewVersion } from '#contract/previews.ts'
import type { Deps } from '#server/deps.ts'
import { discardDraft } from '#server/features/inventories/drafts.ts'
import { publishDraft } from '#server/features/inventories/publish.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { catalogue, inventoryDetail } from './catalogue.ts'
import { compare } from './compare.ts'
import { contentOf } from './content.ts'
import { importDefinition, planImport } from './import.ts'
import { previewOf } from './preview.ts'
import { versionOf, versionsOf } from './versions.ts'

export function definitionRoutes(app: FastifyInstance, { db, http }: Deps): void {
  const loadVersion = ({ params }: { params: { code: string; version: number } }) => versionOf(db, params)

  route(app, http, listDefinitions, {
    handle: async ({ query, locale, request }) =>
      pageOf(request, query, await catalogue(db, query, sliceOf(query), locale)),
  })
  route(app, http, getDefinition, {
    load: async ({ params }) => void (await versionsOf(db, params.code)),
    handle: ({ params, locale }) => inventoryDetail(db, params.code, locale),
  })
  route(app, http, getDefinitionVersion, {
    load: loadVersion,
    handle: async ({ subject, locale }) => contentOf(subject, locale),
  })
  route(app, http, previewVersion, {
    load: loadVersion,
    handle: async ({ subject, locale }) => previewOf(subject, locale),
  })
  route(app, http, exportDefinition, {
    load: loadVersion,
    handle: async ({ subject, params, reply }) => {
      const file = `${params.code}-${params.version}.json`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return Buffer.from(`${JSON.stringify(subject.definition, null, 1)}\n`)
    },
  })
  route(app, http, definitionDifferences, {
    load: loadVersion,
    handle: async ({ subject, query, locale }) => compare(subject, query.from, locale),
  })
  route(app, http, checkDefinition, {
    handle: ({ body, locale }) => planImport(db, body.definition, locale),
  })
  route(app, http, importDefinitionCall, {
    handle: async ({ body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      const key = await importDefinition(db, by, body.definition, {
        replace: body.replace ?? false,
        locale,
      })
      return contentOf(await versionOf(db, key), locale)
    },
  })
  route(app, http, publishDefinition, {
    load: loadVersion,
    handle: async ({ params: { code, version }, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await publishDraft(db, by, { code, number: version, hash: body.hash })
      return contentOf(await versionOf(db, { code, version }), locale)
    },
  })
  route(app, http, discardDefinition, {
    load: loadVersion,
    handle: async ({ params: { code, version }, caller, request }) => {
      await discardDraft(db, { userId: caller.userId, address: request.ip }, { code, number: version })
      return undefined
    },
  })
}

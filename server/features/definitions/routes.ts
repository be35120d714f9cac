import type { FastifyInstance } from 'fastify'
import {
  checkDefinition,
  discardDefinition,
  exportDefinition,
  getDefinition,
  getDefinitionVersion,
  importDefinition as importDefinitionCall,
  listDefinitions,
  publishDefinition,
} from '#contract/definitions.ts'
import { definitionDifferences } from '#contract/differences.ts'
import { previewVersion } from '#contract/previews.ts'
import { previewRescoring } from '#contract/rescoring.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { discardDraft } from '#server/features/inventories/drafts.ts'
import { isIntact } from '#server/features/inventories/integrity.ts'
import { publishDraft } from '#server/features/inventories/publish.ts'
import { acceptWrittenJson } from '#server/http/bodies.ts'
import { Failure } from '#server/http/failure.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { catalogue, inventoryDetail } from './catalogue.ts'
import { compare } from './compare.ts'
import { contentOf } from './content.ts'
import { importDefinition, planImport } from './import.ts'
import { previewOf } from './preview.ts'
import { translatedProblems } from './problems.ts'
import { recordingRoutes } from './recording-routes.ts'
import { preview } from './rescoring.ts'
import { needVersion, versionOf, versionsOf } from './versions.ts'

export function definitionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
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
    handle: async ({ subject, locale }) => contentOf(db, subject, locale),
  })
  route(app, http, previewVersion, {
    load: loadVersion,
    handle: async ({ subject, locale }) => previewOf(subject, locale),
  })
  route(app, http, exportDefinition, {
    load: loadVersion,
    handle: async ({ subject, params, reply, caller, request }) => {
      const { definition, versionId } = subject
      if (versionId !== null && (await isIntact(db, versionId)) === false)
        throw new Failure('version_not_intact')
      await recordAudit(db, {
        action: 'export',
        reason: 'definition',
        actorId: caller.userId,
        address: request.ip,
        details: { code: params.code, version: params.version },
      })
      const file = `${params.code}-${params.version}.json`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return Buffer.from(`${JSON.stringify(definition, null, 1)}\n`)
    },
  })
  route(app, http, definitionDifferences, {
    load: loadVersion,
    handle: async ({ subject, query, locale }) => compare(subject, query.from, locale),
  })
  route(app, http, previewRescoring, {
    load: loadVersion,
    handle: ({ subject, locale }) => preview(db, subject, locale),
  })
  acceptWrittenJson(app, (written) => {
    route(written, http, checkDefinition, {
      handle: ({ body, locale }) => planImport(db, body.definition, locale),
    })
    route(written, http, importDefinitionCall, {
      handle: async ({ body, caller, locale, request }) => {
        const by = { userId: caller.userId, address: request.ip }
        const key = await importDefinition(db, by, body.definition, {
          replaces: body.replaces,
          locale,
        })
        return contentOf(db, await versionOf(db, key), locale)
      },
    })
  })
  route(app, http, publishDefinition, {
    load: ({ params }) => needVersion(db, params),
    handle: async ({ params: { code, version }, body, caller, locale, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      const invalid = await publishDraft(db, by, { code, number: version, hash: body.hash })
      if (invalid) {
        const details = translatedProblems(invalid.json, invalid.problems, locale)
        throw new Failure('definition_invalid', { details })
      }
      return contentOf(db, await versionOf(db, { code, version }), locale)
    },
  })
  recordingRoutes(app, deps)
  route(app, http, discardDefinition, {
    load: ({ params }) => needVersion(db, params),
    handle: async ({ params: { code, version }, body: { hash }, caller, request }) => {
      await discardDraft(db, { userId: caller.userId, address: request.ip }, { code, number: version, hash })
      return undefined
    },
  })
}

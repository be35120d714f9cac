import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import {
  copyVersion,
  listRecordings,
  type RecordedText,
  recordingFile,
  removeRecording,
  setRecording,
} from '#contract/recordings.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { recordableTexts } from '#scoring/definition/spoken.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { importDraft } from '#server/features/inventories/drafts.ts'
import {
  setRecording as keepRecording,
  soundOf,
  storedSeconds,
} from '#server/features/inventories/recordings.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { acceptFiles } from '#server/http/uploads.ts'
import { contentOf } from './content.ts'
import { needVersion, versionOf } from './versions.ts'

async function textsOf(db: Executor, definition: Definition): Promise<RecordedText[]> {
  const stored = await storedSeconds(db, definition)
  return (['tr', 'en'] as const).flatMap((locale: Locale) =>
    [...recordableTexts(definition, locale)].map(([key, text]): RecordedText => {
      const named = entry(definition.audio?.[locale], key)
      const recording = named && {
        hash: named.file,
        computerVoice: named.computerVoice === true,
        seconds: stored.get(named.file) ?? null,
      }
      return { ...{ locale, key, text }, recording: recording ?? null }
    }),
  )
}

export function recordingRoutes(app: FastifyInstance, { db, http }: Deps): void {
  route(app, http, recordingFile, {
    handle: async ({ params, reply }) => {
      const bytes = await soundOf(db, params.hash)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // A file from a user: opened on its own page, it must run and load nothing.
      reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      return bytes
    },
  })
  route(app, http, listRecordings, {
    load: ({ params }) => versionOf(db, params),
    handle: async ({ subject }) => ({ texts: await textsOf(db, subject.definition) }),
  })
  acceptFiles(app, setRecording.upload.accepts, (files) =>
    route(files, http, setRecording, {
      load: ({ params }) => needVersion(db, params),
      handle: async ({ params: { code, version, locale, key }, body, caller, request }) => {
        const by = { userId: caller.userId, address: request.ip }
        await keepRecording(db, by, { code, number: version, locale, key }, body)
        return undefined
      },
    }),
  )
  route(app, http, removeRecording, {
    load: ({ params }) => needVersion(db, params),
    handle: async ({ params: { code, version, locale, key }, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await keepRecording(db, by, { code, number: version, locale, key })
      return undefined
    },
  })
  route(app, http, copyVersion, {
    load: ({ params }) => versionOf(db, params),
    handle: async ({ subject, caller, locale, request }) => {
      const { code } = subject.definition
      const newest = subject.all.reduce((most, { entry }) => Math.max(most, entry.version), 0)
      const definition = { ...subject.definition, version: newest + 1 }
      const by = { userId: caller.userId, address: request.ip }
      const { outcome } = await importDraft(db, definition, by, { hash: undefined })
      // Somebody else took the number in the meantime; the page then shows theirs.
      if (outcome !== 'draft') throw new Failure('draft_exists')
      return contentOf(db, await versionOf(db, { code, version: definition.version }), locale)
    },
  })
}

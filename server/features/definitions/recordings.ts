import type { Locale } from '#contract/fields.ts'
import type { RecordedText, recordingFile } from '#contract/recordings.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { recordableTexts } from '#scoring/definition/spoken.ts'
import type { Executor } from '#server/db/database.ts'
import { soundOf, storedSeconds } from '#server/features/inventories/recordings.ts'
import type { Context } from '#server/http/subject.ts'
import type { Held } from './versions.ts'

/** The texts of a version that can be read aloud, with their recordings. */
export async function recordedTexts(db: Executor, { definition }: Held): Promise<{ texts: RecordedText[] }> {
  const stored = await storedSeconds(db, definition)
  const texts = (['tr', 'en'] as const).flatMap((locale: Locale) =>
    [...recordableTexts(definition, locale)].map(([key, text]): RecordedText => {
      const named = entry(definition.audio?.[locale], key)
      const recording = named && {
        hash: named.file,
        computerVoice: named.computerVoice === true,
        seconds: stored.get(named.file) ?? null,
      }
      return { locale, key, text, recording: recording ?? null }
    }),
  )
  return { texts }
}

/** A recording by its hash, which never changes. */
export async function recordingBytes(
  db: Executor,
  _platform: undefined,
  _query: undefined,
  _visitor: unknown,
  { params, reply }: Context<typeof recordingFile>,
) {
  const bytes = await soundOf(db, params.hash)
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  // A file from a user: opened on its own page, it must run and load nothing.
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  return bytes
}

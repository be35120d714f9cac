import { createHash } from 'node:crypto'
import type { removeRecording as removeCall, setRecording as setCall } from '#contract/recordings.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { recordableTexts } from '#scoring/definition/spoken.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { type DraftKey, lockCode, writeDraft } from './draft-queries.ts'
import { draftOf, publishedVersion } from './drafts.ts'
import { readMp3 } from './mp3.ts'
import { filesOf } from './recording-files.ts'
import {
  deleteUnnamed,
  findRecording,
  findRecordings,
  insertRecordings,
  type StoredRecording,
} from './recording-queries.ts'

/** Keeps the files of a folder that are not stored yet. @throws when one is no MP3 file */
export async function storeFiles(db: Executor, files: readonly Uint8Array[]): Promise<void> {
  const hashed = files.map((file) => ({ file, hash: hashOf(file) }))
  const known = await findRecordings(
    db,
    hashed.map(({ hash }) => hash),
  )
  const added = hashed.filter(({ hash }) => !known.has(hash))
  await insertRecordings(
    db,
    added.map(({ file, hash }): StoredRecording => {
      const sound = readMp3(file)
      if (sound === undefined) throw new Error(`A recording is no MP3 file: ${hash}`)
      // The bytes stay unchanged: the hash is that of the whole file.
      return { hash, seconds: sound.seconds, bytes: Buffer.from(file) }
    }),
  )
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The lengths of the recordings that a definition names, in seconds by hash, as far as they are stored. */
export const storedSeconds = (db: Executor, definition: Definition): Promise<Map<string, number>> =>
  findRecordings(db, filesOf(definition))

/** True when a definition names recordings that nobody has uploaded here. */
export async function lacksRecordings(db: Executor, definition: Definition): Promise<boolean> {
  return (await storedSeconds(db, definition)).size < new Set(filesOf(definition)).size
}

/** @throws Failure not_found */
export async function soundOf(db: Executor, hash: string): Promise<Buffer> {
  const bytes = await findRecording(db, hash)
  if (bytes === undefined) throw new Failure('not_found')
  return bytes
}

/**
 * Puts a recording in the place of a text's last one, in a draft; without a file it is removed.
 * @throws Failure not_found for a text that is not read aloud; version_published; FieldFailure for what is no MP3 file
 */
export async function setRecording(
  tx: Tx,
  { code, number }: DraftKey,
  file: Uint8Array | undefined,
  actor: Actor,
  { params: { locale, key } }: Context<typeof setCall | typeof removeCall>,
): Promise<undefined> {
  const sound = file && readMp3(file)
  if (file && !sound) throw new FieldFailure({ file: { key: 'recording' } })
  await lockCode(tx, code)
  const draft = await draftOf(tx, { code, number })
  if (draft?.definition == null)
    throw new Failure((await publishedVersion(tx, { code, number })) ? 'version_published' : 'not_found')
  const { definition } = draft
  if (!recordableTexts(definition, locale).has(key)) throw new Failure('not_found')
  const { [key]: before, ...others } = definition.audio?.[locale] ?? {}
  if (!sound && before === undefined) return
  const recordings = sound ? { ...others, [key]: { file: hashOf(sound.bytes) } } : others
  if (sound) await insertRecordings(tx, [{ hash: hashOf(sound.bytes), ...sound }])
  await writeDraft(tx, { ...definition, audio: { ...definition.audio, [locale]: recordings } }, actor.userId)
  if (before) await deleteUnnamed(tx, [before.file])
  await recordAudit(tx, {
    action: 'recording_changed',
    by: actor,
    details: { code, version: number, key },
  })
}

import { isDeepStrictEqual } from 'node:util'
import type { discardDefinition } from '#contract/definitions.ts'
import type { BodyOf } from '#contract/kit.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { type Doer, recordAudit, system } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { contentHash } from './content-hash.ts'
import {
  type DraftKey,
  deleteDraft,
  findDraft,
  findDraftKeys,
  lockCode,
  writeDraft,
} from './draft-queries.ts'
import { findPublished } from './queries.ts'
import { filesOf } from './recording-files.ts'
import { deleteUnnamed } from './recording-queries.ts'
import { getVersion, type Version } from './versions.ts'

export type { DraftKey } from './draft-queries.ts'

/** The user who acts; null for the command line. */
/** A published version by its code, the newest unless a number is given. */
export async function publishedVersion(
  db: Executor,
  which: { code: string; number: number | undefined },
): Promise<Version | undefined> {
  const found = await findPublished(db, which)
  return found && getVersion(db, found.id)
}

export interface Draft {
  /** The document as it is stored. */
  readonly json: object
  /** null where the format has become stricter since it was imported. */
  readonly definition: Definition | null
  /** Hash of the content as it would be published, or of the stored one where it cannot be. */
  readonly hash: string
  readonly at: Date
  readonly by: string | null
}

/** A draft by its code and number. */
export async function draftOf(db: Executor, key: DraftKey): Promise<Draft | undefined> {
  const found = await findDraft(db, key)
  if (found === undefined) return undefined
  const { definition: json, at, by } = found
  const definition = Definition.safeParse(json).data ?? null
  return { json, definition, hash: contentHash(definition ?? json), at, by }
}

/** The drafts there are, of all inventories or of one, the newest of each first. */
export const listDrafts = (
  db: Executor,
  code?: string,
): Promise<readonly (DraftKey & { at: Date; by: string | null })[]> => findDraftKeys(db, code)

export type Imported =
  | { outcome: 'draft' | 'replaced' | 'published_already' }
  /** The number is taken by other content; `next` is free. */
  | { outcome: 'frozen'; next: number }
  /** A draft of this number is there, and none was to be replaced, or another one. */
  | { outcome: 'exists' | 'changed' }

/** The draft that may be replaced: any, or only the one that was reviewed. */
export type Over = 'any' | { readonly hash: string | undefined }

/** Keeps a checked definition as a draft. A published version with the same number stays as it is. */
export async function importDraft(
  tx: Tx,
  definition: Definition,
  by: Doer = system,
  over: Over = 'any',
): Promise<Imported> {
  const { code, version } = definition
  await lockCode(tx, code)
  const published = await publishedVersion(tx, { code, number: version })
  if (published !== undefined) {
    if (sameContent(published.definition, definition)) return { outcome: 'published_already' }
    const newest = await publishedVersion(tx, { code, number: undefined })
    return { outcome: 'frozen', next: (newest?.definition.version ?? version) + 1 }
  }
  const there = await draftOf(tx, { code, number: version })
  if (there !== undefined && over !== 'any' && over.hash !== there.hash)
    return { outcome: over.hash === undefined ? 'exists' : 'changed' }
  const { replaced } = await writeDraft(tx, definition, by.userId)
  await deleteUnnamed(tx, filesOf(there?.definition))
  await recordAudit(tx, {
    action: 'draft_imported',
    by,
    details: { code, version },
  })
  return { outcome: replaced ? 'replaced' : 'draft' }
}

/** Compares content and not hashes: the database keeps no order of keys, and the order means nothing. */
export const sameContent = (one: Definition, other: Definition): boolean => isDeepStrictEqual(one, other)

/** Throws the draft away that was looked at. @throws Failure not_found, version_published, draft_changed */
export async function discardDraft(
  tx: Tx,
  { code, number }: DraftKey,
  { hash }: BodyOf<typeof discardDefinition>,
  actor: Actor,
): Promise<undefined> {
  await lockCode(tx, code)
  const there = await draftOf(tx, { code, number })
  if (there === undefined)
    throw new Failure((await publishedVersion(tx, { code, number })) ? 'version_published' : 'not_found')
  if (there.hash !== hash) throw new Failure('draft_changed')
  await deleteDraft(tx, { code, number })
  await deleteUnnamed(tx, filesOf(there.definition))
  await recordAudit(tx, {
    action: 'draft_discarded',
    by: actor,
    details: { code, version: number },
  })
}

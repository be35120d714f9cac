import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '#scoring/definition.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { findPublished, writeDraft } from './queries.ts'
import { getVersion, type Version } from './versions.ts'

/** A published version by its code, the newest unless a number is given. */
export async function publishedVersion(
  db: Executor,
  which: { code: string; number: number | undefined },
): Promise<Version | undefined> {
  const found = await findPublished(db, which)
  return found && getVersion(db, found.id)
}

export type Imported =
  | { outcome: 'draft' | 'replaced' | 'published_already' }
  /** The number is taken by other content; `next` is free. */
  | { outcome: 'frozen'; next: number }

/** Keeps a checked definition as a draft. What is published stays as it is, whatever comes under its number. */
export async function importDraft(db: Database, definition: Definition): Promise<Imported> {
  const { code, version } = definition
  return db.transaction().execute(async (tx): Promise<Imported> => {
    const published = await publishedVersion(tx, { code, number: version })
    if (published !== undefined) {
      // By content and not by hash: the database keeps no order of keys, and the order means nothing.
      if (isDeepStrictEqual(published.definition, definition)) return { outcome: 'published_already' }
      const newest = await publishedVersion(tx, { code, number: undefined })
      return { outcome: 'frozen', next: (newest?.definition.version ?? version) + 1 }
    }
    const { replaced } = await writeDraft(tx, definition)
    await recordAudit(tx, { action: 'draft_imported', actorId: null, details: { code, version } })
    return { outcome: replaced ? 'replaced' : 'draft' }
  })
}

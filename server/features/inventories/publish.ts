import { checkDefinition } from '#scoring/check/check-definition.ts'
import { inheritedProblems } from '#scoring/check/check-golden.ts'
import { changedNotices } from '#scoring/check/check-notices.ts'
import type { Problem } from '#scoring/check/problems.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import { type Doer, recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { contentHash } from './content-hash.ts'
import { type DraftKey, deleteDraft, lockCode } from './draft-queries.ts'
import { draftOf, publishedVersion } from './drafts.ts'
import { findFrozen, findVersionIds, insertInventory, insertVersion } from './queries.ts'
import { lacksRecordings } from './recordings.ts'
import { getVersion } from './versions.ts'

/**
 * Publishes a version that ships with the product; the same content again changes nothing. Where other content is
 * published under its number, that stays: a published version is frozen, and a server that would not start because of it
 * would help nobody.
 * @returns whether that is so
 */
export async function publishVersion(db: Database, definition: Definition): Promise<{ taken: boolean }> {
  if (itemCount(definition) === 0) throw new Error(`${definition.code} ${definition.version} has no items`)
  const hash = contentHash(definition)
  return db.transaction().execute(async (tx) => {
    await lockCode(tx, definition.code)
    const frozen = await freeze(tx, definition, { hash, by: null, offeredTo: 'all' })
    return { taken: frozen?.hash !== hash }
  })
}

/** Writes a version unless its number is taken. @returns the version with this number now */
async function freeze(
  tx: Executor,
  definition: Definition,
  { hash, by, offeredTo }: { hash: string; by: string | null; offeredTo: 'all' | 'none' },
) {
  const inventoryId = await insertInventory(tx, { id: newId(), code: definition.code, offeredTo })
  await insertVersion(tx, { id: newId(), inventoryId, definition, hash, by })
  return findFrozen(tx, inventoryId, definition.version)
}

/** Notices that say something else than under the same version in a published version of the test. */
export async function noticeProblems(db: Executor, definition: Definition): Promise<Problem[]> {
  const definitions: Definition[] = []
  for (const { id, code } of await findVersionIds(db))
    if (code === definition.code) definitions.push((await getVersion(db, id)).definition)
  return changedNotices(definition, definitions)
}

/**
 * Publishes a draft: every assignment made from then on takes it, what is assigned keeps its own version. A new code is
 * offered to nobody yet. The same again changes nothing.
 * @param which the draft, and the hash of the content that was looked at
 * @throws Failure not_found; version_published for other content under the number; draft_changed when it is no longer the
 * one looked at; draft_outdated when a newer version is published; recordings_missing when files it names are not stored
 * @returns what is wrong with it: the checks may have become stricter, or another version published, since it was imported;
 * nothing once it is published
 */
export async function publishDraft(
  tx: Tx,
  by: Doer,
  { code, number, hash }: DraftKey & { hash?: string },
): Promise<{ json: object; problems: Problem[] } | undefined> {
  // Checked before the code is locked, so that others don't wait for the checks.
  const seen = await draftOf(tx, { code, number })
  const checked = seen && checkDefinition(seen.json)
  await lockCode(tx, code)
  const [published, draft] = [
    await publishedVersion(tx, { code, number }),
    await draftOf(tx, { code, number }),
  ]
  if (published !== undefined) {
    const frozen = await findFrozen(tx, published.inventoryId, number)
    if (frozen?.hash === hash) return undefined
    throw new Failure('version_published')
  }
  if (draft === undefined) throw new Failure('not_found')
  if (draft.hash !== seen?.hash || draft.hash !== (hash ?? draft.hash)) throw new Failure('draft_changed')
  const newest = await publishedVersion(tx, { code, number: undefined })
  if (newest !== undefined && newest.definition.version > number) throw new Failure('draft_outdated')
  if (checked === undefined) throw new Failure('draft_changed')
  const problems = checked.ok
    ? [
        ...(await noticeProblems(tx, checked.definition)),
        ...inheritedProblems(checked.definition, newest?.definition),
      ]
    : checked.problems
  if (!checked.ok || problems.length > 0) return { json: draft.json, problems }
  if (await lacksRecordings(tx, checked.definition)) throw new Failure('recordings_missing')
  const frozen = await freeze(tx, checked.definition, {
    hash: draft.hash,
    by: by.userId,
    offeredTo: 'none',
  })
  if (frozen?.hash !== draft.hash) throw new Failure('version_published')
  await deleteDraft(tx, { code, number })
  await recordAudit(tx, {
    action: 'version_published',
    by,
    details: { code, version: number, hash: draft.hash },
  })
  return undefined
}

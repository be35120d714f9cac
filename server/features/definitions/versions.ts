import type { VersionEntry } from '#contract/definitions.ts'
import type { Definition } from '#scoring/definition.ts'
import { itemCount } from '#scoring/form.ts'
import type { Executor } from '#server/db/database.ts'
import { draftOf, listDrafts } from '#server/features/inventories/drafts.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { countResults, findPublishedRows } from './queries.ts'

/** A version or a draft, with what its operators see beside its content. */
export interface Held {
  readonly entry: VersionEntry
  readonly definition: Definition
  /** None while nothing of the inventory is published. */
  readonly inventoryId: string | null
}

/** All versions and drafts of an inventory, the newest first. @throws Failure not_found when there is none */
export async function versionsOf(db: Executor, code: string): Promise<[Held, ...Held[]]> {
  const [rows, keys] = [await findPublishedRows(db, code), await listDrafts(db, code)]
  const results = await countResults(
    db,
    rows.map(({ id }) => id),
  )
  const inventoryId = rows[0]?.inventory_id ?? null
  const newest = rows[0]?.number ?? 0
  const published = rows.map(async (row): Promise<Held> => {
    const { definition } = await getVersion(db, row.id)
    const { number, hash, at, by } = row
    const entry = entryOf(definition, {
      ...{ version: number, state: 'published', hash, at, by, outdated: false },
      results: results.get(row.id) ?? 0,
    })
    return { entry, definition, inventoryId }
  })
  const drafts = keys.map(async ({ number }): Promise<Held[]> => {
    const draft = await draftOf(db, { code, number })
    // Published or thrown away since the numbers were read.
    if (draft === undefined || rows.some((row) => row.number === number)) return []
    const { definition, hash, at, by } = draft
    const outdated = number < newest
    const known = { version: number, state: 'draft', hash, at, by, outdated, results: 0 } as const
    return [{ entry: entryOf(definition, known), definition, inventoryId }]
  })
  const [first, ...others] = [...(await Promise.all(published)), ...(await Promise.all(drafts)).flat()].sort(
    (one, other) => other.entry.version - one.entry.version,
  )
  if (first === undefined) throw new Failure('not_found')
  return [first, ...others]
}

type Known = Omit<VersionEntry, 'itemCount' | 'minutes' | 'at'> & { at: Date }

const entryOf = (definition: Definition, known: Known): VersionEntry => ({
  ...known,
  at: known.at.toISOString(),
  itemCount: itemCount(definition),
  minutes: definition.minutes,
})

/** One version or draft. @throws Failure not_found */
export async function versionOf(
  db: Executor,
  { code, version }: { code: string; version: number },
): Promise<Held & { readonly all: readonly Held[] }> {
  const all = await versionsOf(db, code)
  const found = all.find(({ entry }) => entry.version === version)
  if (found === undefined) throw new Failure('not_found')
  return { ...found, all }
}

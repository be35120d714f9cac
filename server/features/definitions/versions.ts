import type { VersionEntry } from '#contract/definitions.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import type { Executor } from '#server/db/database.ts'
import { draftOf, listDrafts } from '#server/features/inventories/drafts.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { countResults, findPublishedRows } from './queries.ts'

/** A version or a draft, with what its operators see beside its content. */
export interface Held {
  readonly entry: VersionEntry
  readonly definition: Definition
  /** None for a draft. */
  readonly versionId: string | null
  /** None while nothing of the inventory is published. */
  readonly inventoryId: string | null
}

export interface Versions {
  /** Those that can be read, the newest first. */
  readonly held: readonly Held[]
  /** All there are, the newest first. */
  readonly entries: readonly VersionEntry[]
  readonly inventoryId: string | null
}

/** All versions and drafts of an inventory. @throws Failure not_found when there is none */
export async function versionsOf(db: Executor, code: string): Promise<Versions> {
  // Drafts first: one that is published between the two reads is then in both, never in neither.
  const keys = await listDrafts(db, code)
  const rows = await findPublishedRows(db, code)
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
      unreadable: false,
      results: results.get(row.id) ?? 0,
    })
    return { entry, definition, versionId: row.id, inventoryId }
  })
  const drafts = keys.map(async ({ number }): Promise<{ entry: VersionEntry; held?: Held }[] | 'gone'> => {
    const draft = await draftOf(db, { code, number })
    if (rows.some((row) => row.number === number)) return []
    if (draft === undefined) return 'gone'
    const { definition, hash, at, by } = draft
    const outdated = number < newest
    const unreadable = definition === null
    const known = { version: number, state: 'draft', hash, at, by, outdated, unreadable, results: 0 } as const
    const entry = entryOf(definition, known)
    return [{ entry, ...(definition && { held: { entry, definition, versionId: null, inventoryId } }) }]
  })
  const there = await Promise.all(drafts)
  // Published or discarded since the published ones were read: only a new look tells which.
  if (there.includes('gone')) return versionsOf(db, code)
  const all = [
    ...(await Promise.all(published)).map((held) => ({ entry: held.entry, held })),
    ...there.filter((one) => one !== 'gone').flat(),
  ].sort((one, other) => other.entry.version - one.entry.version)
  if (all.length === 0) throw new Failure('not_found')
  return { held: all.flatMap(({ held }) => held ?? []), entries: all.map(({ entry }) => entry), inventoryId }
}

type Known = Omit<VersionEntry, 'itemCount' | 'minutes' | 'at'> & { at: Date }

const entryOf = (definition: Definition | null, known: Known): VersionEntry => ({
  ...known,
  at: known.at.toISOString(),
  itemCount: definition ? itemCount(definition) : 0,
  minutes: definition?.minutes ?? 0,
})

/** One version or draft, as far as it can be read. @throws Failure not_found */
export async function versionOf(
  db: Executor,
  { code, version }: { code: string; version: number },
): Promise<Held & { readonly all: readonly Held[] }> {
  const { held } = await versionsOf(db, code)
  const found = held.find(({ entry }) => entry.version === version)
  if (found === undefined) throw new Failure('not_found')
  return { ...found, all: held }
}

/** That there is such a version or draft, whether it can be read or not. @throws Failure not_found */
export async function needVersion(
  db: Executor,
  { code, version }: { code: string; version: number },
): Promise<void> {
  const { entries } = await versionsOf(db, code)
  if (!entries.some((entry) => entry.version === version)) throw new Failure('not_found')
}

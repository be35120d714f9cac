import type { VersionEntry } from '#contract/definitions.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import type { Executor } from '#server/db/database.ts'
import { draftOf, listDrafts } from '#server/features/inventories/drafts.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { subject } from '#server/http/subject.ts'
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
  readonly code: string
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
  const all: { entry: VersionEntry; held?: Held }[] = []
  for (const row of rows) {
    const { definition } = await getVersion(db, row.id)
    const { number, hash, at, by } = row
    const entry = entryOf(definition, {
      version: number,
      state: 'published',
      hash,
      at,
      by,
      outdated: false,
      unreadable: false,
      results: results.get(row.id) ?? 0,
    })
    all.push({ entry, held: { entry, definition, versionId: row.id, inventoryId } })
  }
  for (const { number } of keys) {
    const draft = await draftOf(db, { code, number })
    if (rows.some((row) => row.number === number)) continue
    // Published or discarded since the published ones were read: only a new look tells which.
    if (draft === undefined) return versionsOf(db, code)
    const { definition, hash, at, by } = draft
    const outdated = number < newest
    const unreadable = definition === null
    const known = { version: number, state: 'draft', hash, at, by, outdated, unreadable, results: 0 } as const
    const entry = entryOf(definition, known)
    all.push({ entry, ...(definition && { held: { entry, definition, versionId: null, inventoryId } }) })
  }
  all.sort((one, other) => other.entry.version - one.entry.version)
  if (all.length === 0) throw new Failure('not_found')
  const [held, entries] = [all.flatMap((one) => one.held ?? []), all.map(({ entry }) => entry)]
  return { code, held, entries, inventoryId }
}

type Known = Omit<VersionEntry, 'itemCount' | 'minutes' | 'at'> & { at: Date }

const entryOf = (definition: Definition | null, known: Known): VersionEntry => ({
  ...known,
  at: known.at.toISOString(),
  itemCount: definition ? itemCount(definition) : 0,
  minutes: definition?.minutes ?? 0,
})

/** A version or draft with the others of its inventory, which it is compared with. */
export type OneOfAll = Held & { readonly all: readonly Held[] }

/** One version or draft, as far as it can be read. @throws Failure not_found */
export async function versionOf(
  db: Executor,
  { code, version }: { code: string; version: number },
): Promise<OneOfAll> {
  const { held } = await versionsOf(db, code)
  const found = held.find(({ entry }) => entry.version === version)
  if (found === undefined) throw new Failure('not_found')
  return { ...found, all: held }
}

export const onDefinition = subject(
  'definition',
  (db, _caller: Caller, { code }: { code: string }) => versionsOf(db, code),
  () => noClient,
)

export const onVersion = subject(
  'version',
  (db, _caller: Caller, params: { code: string; version: number }) => versionOf(db, params),
  () => noClient,
)

/** A version or draft by its number, whether it can be read or not. */
export const onDraft = subject(
  'draft',
  async (db, _caller: Caller, { code, version: number }: { code: string; version: number }) => {
    const { entries } = await versionsOf(db, code)
    if (!entries.some((entry) => entry.version === number)) throw new Failure('not_found')
    return { code, number }
  },
  () => noClient,
)

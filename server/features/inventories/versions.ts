import type { Locale } from '#contract/fields.ts'
import { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { itemCount } from '#scoring/form/form.ts'
import { itemsLeftOut, sensitiveScales } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { findCurrentVersions, findDefinition } from './queries.ts'

/** A published version, parsed once. */
export interface Version {
  readonly id: string
  readonly inventoryId: string
  /** The hash that froze its content. */
  readonly hash: string
  readonly definition: Definition
  readonly items: ReadonlyMap<string, Item>
  readonly itemCount: number
  /** The number of questions without those of sensitive scales: everybody gets these, and managers count them. */
  readonly openItemCount: number
  /** The items that are asked for sensitive scales alone. */
  readonly sensitiveItems: ReadonlySet<string>
  /** The section of each item whose section has a limit of its own. */
  readonly timedSections: ReadonlyMap<string, string>
}

// Published versions never change, so a process may keep them for as long as it lives.
const known = new Map<string, Version>()

/** A published version by its id. @throws when there is none */
export async function getVersion(db: Executor, versionId: string): Promise<Version> {
  const version = await findVersion(db, versionId)
  if (version === undefined) throw new Error(`There is no inventory version ${versionId}`)
  return version
}

/** A published version by an id that may be nobody's. */
export async function findVersion(db: Executor, versionId: string): Promise<Version | undefined> {
  const cached = known.get(versionId)
  if (cached !== undefined) return cached
  const row = await findDefinition(db, versionId)
  if (row === undefined) return undefined
  const definition = Definition.parse(row.definition)
  const sensitive = sensitiveScales(definition)
  const version: Version = {
    id: versionId,
    inventoryId: row.inventory_id,
    hash: row.hash,
    definition,
    items: itemsById(definition),
    itemCount: itemCount(definition),
    openItemCount: itemCount(definition, sensitive),
    sensitiveItems: itemsLeftOut(definition, sensitive),
    timedSections: new Map(
      definition.sections
        .filter((section) => section.timeLimitSeconds !== undefined)
        .flatMap((section) => section.items.map((item) => [item.id, section.id])),
    ),
  }
  known.set(versionId, version)
  return version
}

/** The newest version of each inventory, in the order of their codes. */
export async function currentVersions(db: Executor): Promise<Version[]> {
  const versions = []
  // One after the other: a transaction's connection answers one query at a time.
  for (const row of await findCurrentVersions(db)) versions.push(await getVersion(db, row.version_id))
  return versions
}

/** The newest version of an inventory that a body names. @throws FieldFailure for `inventoryId` of none */
export async function namedInventory(db: Executor, inventoryId: string): Promise<Version> {
  const version = (await currentVersions(db)).find((known) => known.inventoryId === inventoryId)
  if (version === undefined) throw new FieldFailure({ inventoryId: { key: 'unknown_inventory' } })
  return version
}

/** @throws FieldFailure for `inventoryIds` of which one is no inventory's */
export async function refuseUnknownInventories(db: Executor, inventoryIds: readonly string[]): Promise<void> {
  if (inventoryIds.length === 0) return
  const known = new Set((await currentVersions(db)).map((version) => version.inventoryId))
  if (!inventoryIds.every((id) => known.has(id)))
    throw new FieldFailure({ inventoryIds: { key: 'unknown_inventory' } })
}

/**
 * The progress for readers who must not see whether a sensitive scale was asked: of the questions that everybody gets.
 */
export const openProgress = (answered: number, { openItemCount: total }: Version) => ({
  answered: Math.min(answered, total),
  total,
})

/** An inventory's name as a person reads it. */
export function nameOf(version: Version, locale: Locale): string {
  return version.definition.texts[locale].name
}

/** The names for an error text, whose language is known only when it is answered. */
export const namesOf = (version: Version): Record<Locale, string> => ({
  tr: nameOf(version, 'tr'),
  en: nameOf(version, 'en'),
})

import { type Accommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { enabledInventories } from '#server/features/inventories/enablement.ts'
import { currentVersions, type Version } from '#server/features/inventories/versions.ts'
import { spend } from '#server/features/quotas/quotas.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { insertAssignments } from './write-queries.ts'

export interface Assigning {
  people: readonly { userId: string; membershipId: string }[]
  inventoryIds: readonly string[]
  dueDate: string | null
  description: string
  locale: Locale
  createdBy: string
  accommodations?: Accommodations | undefined
  /** What the parts of one list have in common. */
  command?: string
  /** Takes the units from elsewhere, where they were reserved before. */
  takeUnits?: ((added: Assigned['added']) => Promise<void>) | undefined
}

interface Given {
  membershipId: string
  userId: string
  inventoryId: string
}

export interface Assigned {
  added: (Given & { id: string })[]
  /** What was pending already: nothing was added and nothing taken for it. */
  existing: Given[]
  /** The codes of the inventories, by id. */
  codeOf: (inventoryId: string) => string
}

/**
 * Gives each person each inventory and takes the quota for it, within the caller's transaction. Where the same inventory
 * is already pending for a person, nothing is added and nothing is taken.
 * @throws Failure invalid_request for an unknown inventory, inventory_not_enabled, quota_exceeded
 */
export async function assign(
  tx: Executor,
  client: AuthorizedClient,
  assigning: Assigning,
): Promise<Assigned> {
  const versions = await versionsOf(tx, client, assigning.inventoryIds)
  const codeOf = (id: string) => versions.find((version) => version.inventoryId === id)?.definition.code ?? ''
  if (versions.length === 0 || assigning.people.length === 0) return { added: [], existing: [], codeOf }
  const wanted = assigning.people.flatMap((person) =>
    versions.map((version) => ({
      id: newId(),
      membershipId: person.membershipId,
      userId: person.userId,
      inventoryId: version.inventoryId,
      versionId: version.id,
    })),
  )
  const { description, locale, dueDate, createdBy, command, accommodations = noAccommodations } = assigning
  const {
    takeUnits = (units) => spend(tx, { clientId: client.id, createdBy, assignments: units, codeOf, command }),
  } = assigning
  const added = await insertAssignments(
    tx,
    { clientId: client.id, description, locale, dueDate, createdBy, accommodations },
    wanted,
  )
  if (added.length > 0) await takeUnits(added)
  const ids = new Set(added.map((assignment) => assignment.id))
  return { added, existing: wanted.filter((assignment) => !ids.has(assignment.id)), codeOf }
}

async function versionsOf(
  tx: Executor,
  client: AuthorizedClient,
  inventoryIds: readonly string[],
): Promise<Version[]> {
  const ids = [...new Set(inventoryIds)]
  if (ids.length === 0) return []
  // One after the other: a transaction is one connection, and that answers one question at a time.
  const [versions, enabled] = [await currentVersions(tx), await enabledInventories(tx, client.id)]
  return ids.map((id) => {
    const version = versions.find((known) => known.inventoryId === id)
    if (version === undefined) throw new FieldFailure({ inventoryIds: { key: 'unknown_inventory' } })
    if (!enabled.has(id)) {
      const { code } = version.definition
      throw new Failure('inventory_not_enabled', { details: { inventory: code }, variables: { code } })
    }
    return version
  })
}

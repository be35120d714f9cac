import type { NewOrder } from '#contract/access-fields.ts'
import { type Accommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { coolingAmong } from '#server/features/assignments/cool-downs/cool-downs.ts'
import { enabledInventories, notEnabled, refuseCandidates } from '#server/features/inventories/enablement.ts'
import { currentVersions, type Version } from '#server/features/inventories/versions.ts'
import { spend } from '#server/features/quota/quotas.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { insertAssignments } from './write-queries.ts'

export interface Assigning {
  people: readonly { userId: string; membershipId: string }[]
  inventoryIds: readonly string[]
  dueDate: string | null
  description: string
  locale: Locale
  createdBy: string
  accommodations?: Accommodations | undefined
  /** The opening time on the client's clock. */
  opensAt?: string | undefined
  /** Each person takes the tests in the order of their inventories. */
  inOrder?: NewOrder | undefined
  /** The id that the parts of one list have in common. */
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
  /** Tests that were pending already: nothing was added and nothing taken for them. */
  existing: Given[]
  /** Tests that the person took too recently: nothing was added and nothing taken for them, too. */
  cooling: Awaited<ReturnType<typeof coolingAmong>>
  /** The codes of the inventories, by id. */
  codeOf: (inventoryId: string) => string
}

/**
 * Gives each person each inventory and takes the quota for it, within the caller's transaction. Where the same inventory
 * is already pending for a person, or its cool-down is not over, nothing is added and nothing is taken.
 * @throws Failure invalid_request for an unknown inventory, inventory_not_enabled, not_for_candidates, quota_exceeded
 */
export async function assign(
  tx: Executor,
  client: AuthorizedClient,
  assigning: Assigning,
): Promise<Assigned> {
  const versions = await versionsOf(tx, client, assigning.inventoryIds)
  const codeOf = (id: string) => versions.find((version) => version.inventoryId === id)?.definition.code ?? ''
  if (versions.length === 0 || assigning.people.length === 0)
    return { added: [], existing: [], cooling: [], codeOf }
  const membershipIds = assigning.people.map((person) => person.membershipId)
  await refuseCandidates(tx, client.id, assigning.inventoryIds, membershipIds)
  const cooling = await coolingAmong(tx, client, {
    membershipIds,
    inventoryIds: versions.map((version) => version.inventoryId),
  })
  const left = new Set(cooling.map((one) => `${one.membershipId} ${one.inventoryId}`))
  const wanted = assigning.people.flatMap(({ membershipId, userId }) =>
    versions.flatMap(({ id: versionId, inventoryId }, at) =>
      left.has(`${membershipId} ${inventoryId}`)
        ? []
        : [{ id: newId(), membershipId, userId, inventoryId, versionId, place: at + 1 }],
    ),
  )
  const { createdBy, command, accommodations = noAccommodations, opensAt = null, inOrder } = assigning
  const { description, locale, dueDate } = assigning
  const order = inOrder && versions.length > 1 ? { batteryId: newId(), ...inOrder } : undefined
  const {
    takeUnits = (units) => spend(tx, { clientId: client.id, createdBy, assignments: units, codeOf, command }),
  } = assigning
  const added = await insertAssignments(
    tx,
    { client, description, locale, dueDate, createdBy, accommodations, opensAt, order },
    wanted,
  )
  if (added.length > 0) await takeUnits(added)
  await recordAssignmentEvents(
    tx,
    client.id,
    ['assignment.invited'],
    added.map(({ id }) => id),
  )
  const ids = new Set(added.map((assignment) => assignment.id))
  return { added, existing: wanted.filter((assignment) => !ids.has(assignment.id)), cooling, codeOf }
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
    if (!enabled.has(id)) throw notEnabled(version)
    return version
  })
}

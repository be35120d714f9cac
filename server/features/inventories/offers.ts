import { isDeepStrictEqual } from 'node:util'
import { isOperator } from '#contract/access.ts'
import type { OfferedTo, setOffer } from '#contract/inventories.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import {
  countClients,
  findOffer,
  findOffered,
  findVisible,
  findVisibleTo,
  lockOffer,
  replaceOffer,
  type StoredOffer,
} from './offer-queries.ts'
import { currentVersions, namesOf, type Version } from './versions.ts'

const toOfferedTo = ({ offeredTo, clients }: StoredOffer): OfferedTo =>
  offeredTo === 'chosen' ? clients.map(({ id }) => id) : offeredTo

/** The clients that an inventory is offered to, with the names of chosen ones; none where nothing is published. */
export async function offerOf(
  db: Executor,
  inventoryId: string | null,
): Promise<{ offeredTo: OfferedTo; offeredClients: StoredOffer['clients'] }> {
  const offer = inventoryId === null ? undefined : await findOffer(db, inventoryId)
  return offer === undefined
    ? { offeredTo: 'none', offeredClients: [] }
    : { offeredTo: toOfferedTo(offer), offeredClients: offer.clients }
}

/**
 * Changes who an inventory is offered to; the same again changes nothing. Orders, quota and prices stay as they are.
 * @throws FieldFailure for a client that there is not, or that is named twice
 */
export async function changeOffer(
  tx: Tx,
  { inventoryId, definition }: Version,
  { offeredTo }: BodyOf<typeof setOffer>,
  by: By,
): Promise<{ offeredTo: OfferedTo }> {
  const clientIds = typeof offeredTo === 'string' ? [] : offeredTo
  const to = typeof offeredTo === 'string' ? offeredTo : 'chosen'
  await lockOffer(tx, inventoryId)
  if (clientIds.length > 0 && (await countClients(tx, clientIds)) !== clientIds.length)
    throw new FieldFailure({ offeredTo: { key: 'unknown_client' } })
  const before = await findOffer(tx, inventoryId)
  const known = before?.clients.map(({ id }) => id).toSorted()
  if (before?.offeredTo !== to || !isDeepStrictEqual(known, clientIds.toSorted())) {
    await replaceOffer(tx, inventoryId, { offeredTo: to, clientIds })
    await recordAudit(tx, {
      action: 'offer_changed',
      reason: to,
      by,
      details: { code: definition.code, before: before?.offeredTo, quantity: clientIds.length, clientIds },
    })
  }
  return { offeredTo: (await offerOf(tx, inventoryId)).offeredTo }
}

/** The inventories that a client may buy. */
export const offeredInventories = findOffered

/** The inventories that a client knows of: offered to it, given to it or enabled for it. */
export const visibleInventories = findVisible

/** The newest versions that this caller may know of. */
export async function versionsFor(db: Executor, caller: Caller): Promise<Version[]> {
  const versions = await currentVersions(db)
  if (isOperator(caller)) return versions
  const visible = await findVisibleTo(db, caller)
  return versions.filter(({ inventoryId }) => visible.has(inventoryId))
}

/** That a client can't buy an inventory. */
export const notOffered = (version: Version): Failure =>
  new Failure('inventory_not_offered', {
    details: { inventory: version.definition.code },
    variables: { name: namesOf(version) },
  })

import { scaleConsents } from '#scoring/form/left-out.ts'
import { type AuthorizedClient, hiddenTests } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import {
  findCandidates,
  findEnablements,
  findOpenToCandidates,
  findPurpose,
  lockEnablements,
} from './queries.ts'
import { currentVersions, namesOf, type Version } from './versions.ts'

/** The inventories a client may assign: all that are not sensitive, and the sensitive ones an admin enabled for it. */
export async function enabledInventories(db: Executor, clientId: string): Promise<Set<string>> {
  const [versions, enabled] = [await currentVersions(db), await findEnablements(db, clientId)]
  const open = versions
    .filter((version) => !version.definition.sensitive)
    .map((version) => version.inventoryId)
  return new Set([...open, ...enabled])
}

const refusal = (code: 'inventory_not_enabled' | 'not_for_candidates', version: Version) =>
  new Failure(code, {
    details: { inventory: version.definition.code },
    variables: { name: namesOf(version) },
  })

/** That a client may not assign an inventory. */
export const notEnabled = (version: Version): Failure => refusal('inventory_not_enabled', version)

/**
 * The most questions that a client's people get of each inventory: those of sensitive scales only where they are
 * enabled.
 */
export async function askedCounts(db: Executor, clientId: string): Promise<ReadonlyMap<string, number>> {
  const [versions, enabled] = [await currentVersions(db), await findEnablements(db, clientId)]
  return new Map(
    versions.map(({ inventoryId, definition, itemCount, openItemCount }) => [
      inventoryId,
      definition.sensitive || enabled.includes(inventoryId) ? itemCount : openItemCount,
    ]),
  )
}

/** The inventories that ask a client's people something sensitive: as a whole, or by scales that are enabled for it. */
export async function sensitiveFor(db: Executor, clientId: string): Promise<Set<string>> {
  const [versions, enabled] = [await currentVersions(db), await findEnablements(db, clientId)]
  const asked = versions.filter(
    ({ inventoryId, definition }) =>
      definition.sensitive || (enabled.includes(inventoryId) && scaleConsents(definition).length > 0),
  )
  return new Set(asked.map(({ inventoryId }) => inventoryId))
}

/** The purpose for which an inventory is enabled; '' where none was recorded. */
export const purposeOf = (db: Executor, clientId: string, code: string): Promise<string> =>
  findPurpose(db, { clientId, code })

/** Refuses to give a test that the client's reader may not see. @throws Failure inventory_not_enabled */
export async function refuseOutOfReach(
  db: Executor,
  client: AuthorizedClient,
  inventoryIds: readonly string[],
): Promise<void> {
  const hidden = hiddenTests(client)
  const closed = (await currentVersions(db)).find(
    ({ inventoryId }) => hidden.includes(inventoryId) && inventoryIds.includes(inventoryId),
  )
  if (closed !== undefined) throw notEnabled(closed)
}

/** The sensitive inventories that a client may not give candidates. */
export async function closedToCandidates(db: Executor, clientId: string): Promise<Set<string>> {
  const open = await findOpenToCandidates(db, clientId)
  const sensitive = (await currentVersions(db)).filter(({ definition }) => definition.sensitive)
  return new Set(sensitive.map(({ inventoryId }) => inventoryId).filter((one) => !open.includes(one)))
}

/**
 * Refuses to give candidates a sensitive inventory that is enabled for employees only.
 * @param people by their memberships; undefined: people who will be candidates
 * @throws Failure not_for_candidates
 */
export async function refuseCandidates(
  db: Executor,
  clientId: string,
  inventoryIds: readonly string[],
  membershipIds?: readonly string[],
): Promise<void> {
  const sensitive = (await currentVersions(db)).filter(
    ({ inventoryId, definition }) => definition.sensitive && inventoryIds.includes(inventoryId),
  )
  if (sensitive.length === 0) return
  if (membershipIds !== undefined && !(await findCandidates(db, clientId, membershipIds))) return
  const open = await findOpenToCandidates(db, clientId)
  const closed = sensitive.find(({ inventoryId }) => !open.includes(inventoryId))
  if (closed === undefined) return
  throw refusal('not_for_candidates', closed)
}

/**
 * Keeps a sensitive inventory, or all of a client's, from being closed until the transaction ends, so that a test begins before or
 * after. Called before the assignment is locked, in the order in which closing it locks them.
 */
export async function holdEnablement(tx: Executor, clientId: string, inventoryId?: string): Promise<void> {
  await lockEnablements(tx, clientId, inventoryId)
}

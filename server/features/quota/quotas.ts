import type { BodyOf } from '#contract/kit.ts'
import type { addQuota as addQuotaCall } from '#contract/quotas.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { namedInventory } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { book, lockUnits, maxUnits, nameReserved } from './queries.ts'

/** Gives a client quota by hand. @throws FieldFailure for an inventory that is none, and as `addQuota` does */
export async function giveQuota(
  tx: Tx,
  { id: clientId }: AuthorizedClient,
  { inventoryId, quantity, reason = '' }: BodyOf<typeof addQuotaCall>,
  by: By,
) {
  const { code } = (await namedInventory(tx, inventoryId)).definition
  const { id, dateAdded } = await addQuota(tx, {
    clientId,
    inventoryId,
    quantity,
    reason,
    addedBy: by.userId,
  })
  await recordAudit(tx, {
    action: 'quota_added',
    by,
    clientId,
    details: { code, quantity },
  })
  return { id, dateAdded: dateAdded.toISOString() }
}

/**
 * Credits quota of an inventory to a client and writes the ledger entry.
 * @throws FieldFailure where the client would have been given more than one can have
 */
export async function addQuota(
  tx: Executor,
  addition: { clientId: string; inventoryId: string; quantity: number; reason: string; addedBy: string },
): Promise<{ id: string; dateAdded: Date }> {
  const { clientId, inventoryId, quantity, reason, addedBy } = addition
  const id = newId()
  const entries = [{ id, quantity, assignmentId: null }]
  const booked = await book(tx, {
    clientId,
    inventoryId,
    kind: 'addition',
    reason,
    createdBy: addedBy,
    command: id,
    entries,
  })
  if (booked === undefined)
    throw new FieldFailure({ quantity: { key: 'too_much_quota', variables: { limit: maxUnits } } })
  return { id, dateAdded: booked.bookedAt }
}

interface Ordered {
  readonly clientId: string
  readonly orderId: string
  /** The order's number, as the ledger's reason. */
  readonly number: string
  readonly by: string | null
  readonly lines: readonly { readonly inventoryId: string; readonly quantity: number }[]
}

/**
 * Credits what an order bought. The database refuses a second credit of the same order and inventory.
 * @throws Error where the client would have more than one can have
 */
export async function creditOrder(tx: Executor, ordered: Ordered): Promise<void> {
  const short = await bookOrder(tx, 'purchase', ordered, 1)
  if (short !== undefined)
    throw new Error(`order ${ordered.number} would pass the most units a client can have`)
}

/** Takes back what an order credited, all of it or none. @returns the first inventory with too few unused units */
export async function debitOrder(
  tx: Executor,
  ordered: Ordered,
): Promise<{ inventoryId: string; left: number } | undefined> {
  const short = await bookOrder(tx, 'refund', ordered, -1)
  return short && { ...short, left: await lockUnits(tx, { clientId: ordered.clientId, ...short }) }
}

/** Gives back what `debitOrder` took, when the money stays where it is. */
export async function restoreOrder(tx: Executor, ordered: Ordered): Promise<void> {
  await bookOrder(tx, 'refund', ordered, 1)
}

async function bookOrder(
  tx: Executor,
  kind: 'purchase' | 'refund',
  { clientId, orderId, number, by, lines }: Ordered,
  sign: 1 | -1,
): Promise<{ inventoryId: string } | undefined> {
  const command = newId()
  // The lines follow the order of `byInventory`, so that two transactions never wait for each other in a circle.
  for (const { inventoryId, quantity } of lines.toSorted((a, b) =>
    a.inventoryId < b.inventoryId ? -1 : 1,
  )) {
    const entries = [{ id: newId(), quantity: sign * quantity, assignmentId: null }]
    const booking = { clientId, inventoryId, kind, reason: number, createdBy: by, command, orderId, entries }
    if ((await book(tx, booking)) === undefined) return { inventoryId }
  }
  return undefined
}

interface Unit {
  readonly id: string
  readonly inventoryId: string
}

// Always in this order, so that two transactions never wait for each other in a circle.
const byInventory = (assignments: readonly Unit[]) =>
  [...Map.groupBy(assignments, (assignment) => assignment.inventoryId)].sort(([a], [b]) => (a < b ? -1 : 1))

const entriesOf = (assignments: readonly Unit[], quantity: 1 | -1) =>
  assignments.map((assignment) => ({ id: newId(), quantity, assignmentId: assignment.id }))

/**
 * Takes one unit for each new assignment, all of them or none.
 * @param spending.command what the steps of one command have in common; the ledger shows them as one movement
 * @throws Failure quota_exceeded naming each inventory of which there is too little, what was needed and what is left
 */
export async function spend(
  tx: Executor,
  spending: {
    clientId: string
    createdBy: string
    assignments: readonly Unit[]
    codeOf: (inventoryId: string) => string
    reason?: string
    command?: string | undefined
  },
): Promise<void> {
  const { clientId, createdBy, assignments, reason = '', command = newId() } = spending
  const short: Short[] = []
  for (const [inventoryId, units] of byInventory(assignments)) {
    const entries = entriesOf(units, -1)
    const booking = {
      clientId,
      inventoryId,
      kind: 'assignment',
      reason,
      createdBy,
      command,
      entries,
    } as const
    if (await book(tx, booking)) continue
    const left = await lockUnits(tx, { clientId, inventoryId })
    short.push({ id: inventoryId, code: spending.codeOf(inventoryId), needed: units.length, left })
  }
  refuseShort(short)
}

interface Short {
  readonly id: string
  readonly code: string
  readonly needed: number
  readonly left: number
}

/** @throws Failure quota_exceeded where there is any */
function refuseShort(short: readonly Short[]): void {
  const [first] = short
  if (first === undefined) return
  throw new Failure('quota_exceeded', {
    details: { inventory: first.code, needed: first.needed, left: first.left, inventories: short },
    variables: { code: first.code },
  })
}

interface Reserved {
  readonly clientId: string
  readonly registrationId: string
  /** The registration's name, as the ledger's reason. */
  readonly reason: string
  /** Null for the clock. */
  readonly by: string | null
  readonly inventoryIds: readonly string[]
  /** Units of each of them. */
  readonly places: number
}

/**
 * Takes units for the places of a registration, one entry each, all of them or none.
 * @throws Failure quota_exceeded as `spend` does
 */
export async function reserve(
  tx: Executor,
  { clientId, registrationId, reason, by, inventoryIds, places }: Reserved,
  codeOf: (inventoryId: string) => string,
): Promise<void> {
  const command = newId()
  const short: Short[] = []
  for (const inventoryId of inventoryIds.toSorted()) {
    const entries = Array.from({ length: places }, () => ({ id: newId(), quantity: -1, assignmentId: null }))
    const booking = { clientId, inventoryId, kind: 'reservation', reason, createdBy: by, command } as const
    if (await book(tx, { ...booking, registrationId, entries })) continue
    const left = await lockUnits(tx, { clientId, inventoryId })
    short.push({ id: inventoryId, code: codeOf(inventoryId), needed: places, left })
  }
  refuseShort(short)
}

/** Gives back units that a registration reserved and needs no more. The caller has locked the registration. */
export async function release(
  tx: Executor,
  { clientId, registrationId, reason, by, inventoryIds, places }: Reserved,
): Promise<void> {
  if (places === 0) return
  const command = newId()
  const entries = () => [{ id: newId(), quantity: places, assignmentId: null }]
  for (const inventoryId of inventoryIds.toSorted())
    await book(tx, {
      clientId,
      inventoryId,
      kind: 'release',
      reason,
      createdBy: by,
      command,
      registrationId,
      entries: entries(),
    })
}

/**
 * Uses a reserved unit for each of these assignments: their entries name them from now on, and the balance stays. The
 * caller has locked the registration, and has as many places left.
 */
export async function useReserved(
  tx: Executor,
  { clientId, registrationId }: { clientId: string; registrationId: string },
  assignments: readonly Unit[],
): Promise<void> {
  for (const { id, inventoryId } of assignments)
    if (!(await nameReserved(tx, { clientId, registrationId, inventoryId, assignmentId: id })))
      throw new Error(`registration ${registrationId} has no reserved unit left`)
}

/**
 * Returns the unused units of assignments, for one reason. The caller has locked the assignments' rows and calls once
 * for each.
 */
export async function giveBack(
  tx: Executor,
  giving: {
    clientId: string
    assignments: readonly Unit[]
    reason: string
    by: string | null
    command?: string | undefined
  },
): Promise<void> {
  const { clientId, assignments, reason, by, command = newId() } = giving
  for (const [inventoryId, units] of byInventory(assignments))
    await book(tx, {
      clientId,
      inventoryId,
      kind: 'return',
      reason,
      createdBy: by,
      command,
      entries: entriesOf(units, 1),
    })
}

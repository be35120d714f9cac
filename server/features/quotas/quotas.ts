import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import { addUnits, insertDebits, insertEntry, takeUnits } from './queries.ts'

/** Credits quota of an inventory to a client and writes the ledger entry. */
export async function addQuota(
  tx: Executor,
  addition: { clientId: string; inventoryId: string; quantity: number; reason: string; addedBy: string },
): Promise<{ id: string; dateAdded: Date }> {
  const { clientId, inventoryId, quantity, reason, addedBy } = addition
  const id = newId()
  await addUnits(tx, { clientId, inventoryId, units: quantity, purchased: quantity })
  const dateAdded = await insertEntry(tx, {
    id,
    clientId,
    inventoryId,
    quantity,
    kind: 'addition',
    assignmentId: null,
    reason,
    createdBy: addedBy,
  })
  return { id, dateAdded }
}

/**
 * Takes one unit for each new assignment, all of them or none. Inventories are taken in a fixed order, so that two
 * transactions never wait for each other in a circle.
 * @throws Failure quota_exceeded naming the inventory
 */
export async function spend(
  tx: Executor,
  spending: {
    clientId: string
    createdBy: string
    assignments: readonly { id: string; inventoryId: string }[]
    codeOf: (inventoryId: string) => string
  },
): Promise<void> {
  const { clientId, createdBy, assignments } = spending
  const byInventory = Map.groupBy(assignments, (assignment) => assignment.inventoryId)
  for (const inventoryId of [...byInventory.keys()].sort()) {
    const units = byInventory.get(inventoryId)?.length ?? 0
    if (!(await takeUnits(tx, { clientId, inventoryId, units }))) {
      const code = spending.codeOf(inventoryId)
      throw new Failure('quota_exceeded', {
        details: { inventory: code, needed: units },
        variables: { code },
      })
    }
  }
  await insertDebits(tx, {
    clientId,
    createdBy,
    ids: assignments.map(() => newId()),
    inventoryIds: assignments.map((assignment) => assignment.inventoryId),
    assignmentIds: assignments.map((assignment) => assignment.id),
  })
}

/** Gives the unit of an assignment back that will not be used. The caller holds the assignment's row and calls once. */
export async function giveBack(
  tx: Executor,
  assignment: { clientId: string; id: string; inventoryId: string; reason: string; by: string | null },
): Promise<void> {
  const { clientId, inventoryId } = assignment
  await addUnits(tx, { clientId, inventoryId, units: 1, purchased: 0 })
  await insertEntry(tx, {
    id: newId(),
    clientId,
    inventoryId,
    quantity: 1,
    kind: 'return',
    assignmentId: assignment.id,
    reason: assignment.reason,
    createdBy: assignment.by,
  })
}

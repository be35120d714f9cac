import type { Executor } from '#server/db/database.ts'
import { giveBack } from '#server/features/quotas/quotas.ts'
import { endUnstarted } from './queries.ts'

/** Cancels an assignment nobody has started and gives its unit back, once. @returns whether it was still unstarted */
export async function cancelUnstarted(
  tx: Executor,
  assignment: { clientId: string; id: string; inventoryId: string; reason: 'consent_refused'; by: string },
): Promise<boolean> {
  const cancelled = await endUnstarted(tx, assignment, { status: 'cancelled', reason: assignment.reason })
  if (cancelled) await giveBack(tx, assignment)
  return cancelled
}

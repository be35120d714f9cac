import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { closeScales } from '#server/features/delivery/attempts/consent/leave-out.ts'
import type { ErasedBy } from './erase.ts'
import { lockTests } from './test-queries.ts'

/**
 * Erases what was answered and scored on the sensitive scales of some tests, within the caller's transaction and with one entry in
 * the audit log. Afterwards everybody reads that the scales were not assessed, of all these tests alike: neither that nor the number
 * says who had been asked. Tests of people under a legal hold are left, and such that were erased before.
 * @returns in how many
 */
export async function eraseScales(
  tx: Executor,
  client: AuthorizedClient,
  assignmentIds: readonly string[],
  by: ErasedBy,
): Promise<number> {
  const clientId = client.id
  const erasable = await lockTests(tx, { clientId, assignmentIds })
  if (erasable.length === 0) return 0
  // No marks: after a restore the next night finds what is over again.
  for (const assignmentId of erasable) await closeScales(tx, { clientId, assignmentId })
  await recordAudit(tx, {
    action: 'scales_erased',
    reason: by.reason,
    by,
    clientId,
    details: { quantity: erasable.length },
  })
  return erasable.length
}

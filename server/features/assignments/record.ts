import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'

export interface By {
  readonly userId: string
  readonly address: string
}

type Act = Extract<AuditAction, `assignments_${string}`>

/** Puts what was done to some assignments on record, in the transaction in which it was done: one entry for all of them. */
export async function recordAct(
  tx: Executor,
  action: Act,
  client: AuthorizedClient,
  { userId: actorId, address }: By,
  rows: readonly { id: string; userId: string }[],
  details: Record<string, unknown> = {},
): Promise<void> {
  if (rows.length === 0) return
  const [subjectId = null, ...others] = new Set(rows.map((row) => row.userId))
  await recordAudit(tx, {
    action,
    actorId,
    ...(others.length === 0 && { subjectId }),
    clientId: client.id,
    address,
    details: { ...details, quantity: rows.length, assignments: rows.map((row) => row.id) },
  })
}

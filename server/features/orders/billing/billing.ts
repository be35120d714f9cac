import type { Billing, getBilling } from '#contract/billing.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import type { By } from '#server/http/subject.ts'
import { findBilling, storeBilling } from './queries.ts'

/**
 * Sets a client's billing identity, within the caller's transaction, and audits who did. The audit entry contains no
 * numbers.
 */
export async function setBilling(tx: Executor, by: By, clientId: string, billing: Billing): Promise<void> {
  await storeBilling(tx, clientId, billing, by.userId)
  const details = { kind: billing.taxNumber === '' ? 'person' : 'company' }
  const entry = { by, clientId, details }
  await recordAudit(tx, { action: 'billing_changed', ...entry })
}

/** A client's billing identity as the API shows it. */
export async function billingObject(db: Executor, clientId: string): Promise<AnswerOf<typeof getBilling>> {
  const found = await findBilling(db, clientId)
  return { billing: found?.billing ?? null, updatedAt: found?.updatedAt.toISOString() ?? null }
}

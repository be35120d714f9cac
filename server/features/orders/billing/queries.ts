import { sql } from 'kysely'
import type { Billing } from '#contract/billing.ts'
import type { Executor } from '#server/db/database.ts'

/** A client's billing identity, if it has been given. */
export async function findBilling(
  db: Executor,
  clientId: string,
): Promise<{ billing: Billing; updatedAt: Date } | undefined> {
  const row = await db
    .selectFrom('client_billing')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { client_id, tax_office, tax_number, identity_number, updated_at, updated_by, ...same } = row
  const billing = { ...same, taxOffice: tax_office, taxNumber: tax_number, identityNumber: identity_number }
  return { billing, updatedAt: updated_at }
}

/** Puts a billing identity in the place of the one before. */
export async function storeBilling(
  db: Executor,
  clientId: string,
  { taxOffice, taxNumber, identityNumber, ...same }: Billing,
  by: string,
): Promise<void> {
  const values = {
    ...same,
    tax_office: taxOffice,
    tax_number: taxNumber,
    identity_number: identityNumber,
    updated_by: by,
  }
  await db
    .insertInto('client_billing')
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

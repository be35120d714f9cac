import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'

/** The recipient of mails about an order. */
export interface Reader {
  userId: string
  name: string
  email: string
  verified: boolean
  locale: Locale
}

/**
 * Finds the recipient of mails about an order: the manager who placed it, or the client's longest-serving one where
 * that person no longer manages it; undefined where nobody has a mail address.
 */
export async function findReader(
  db: Executor,
  order: { client_id: string; created_by: string },
): Promise<Reader | undefined> {
  const row = await db
    .selectFrom('memberships as membership')
    .innerJoin('users as user', 'user.id', 'membership.user_id')
    .select([
      'user.id as userId',
      'user.name',
      'user.email',
      sql<boolean>`"user".email_verified_at IS NOT NULL`.as('verified'),
      'user.locale',
    ])
    .where('membership.client_id', '=', order.client_id)
    .where('membership.role', '=', 'manager')
    .where('membership.reader', '=', false)
    .where('membership.removed_at', 'is', null)
    .where('user.deactivated_at', 'is', null)
    .where('user.email', 'is not', null)
    .orderBy(sql`membership.user_id = ${order.created_by}`, 'desc')
    .orderBy('membership.id')
    .limit(1)
    .executeTakeFirst()
  return row?.email == null ? undefined : { ...row, email: row.email }
}

/** Whole days from today to the last day of a transfer, as days go in Turkey; 0 on that day, less after it. */
export async function findDaysLeft(db: Executor, order: { client_id: string; id: string }): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(
      sql<number>`(due_at AT TIME ZONE 'Europe/Istanbul')::date - 1 - (now() AT TIME ZONE 'Europe/Istanbul')::date`.as(
        'days',
      ),
    )
    .where('client_id', '=', order.client_id)
    .where('id', '=', order.id)
    .executeTakeFirst()
  return row?.days ?? 0
}

/** Finds the amount that a card was charged, in kuruş. */
export async function findPaid(
  db: Executor,
  payment: { clientId: string; id: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('paid_kurus')
    .where('client_id', '=', payment.clientId)
    .where('id', '=', payment.id)
    .executeTakeFirst()
  return row?.paid_kurus ?? undefined
}

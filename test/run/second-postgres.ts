/**
 * What runs on the second PostgreSQL too: one whole job of each feature, and what sorts, searches, locks or listens. Every
 * statement of all other tests is shown to it as well (statements.ts).
 */
export const onSecondPostgres: readonly string[] = [
  'server/features/{idempotency,main-job}.test.ts',
  'server/features/assignments/{actions,interleavings,list}.test.ts',
  'server/features/attempts/{attempts,responses}.test.ts',
  'server/features/audit/audit.test.ts',
  'server/features/clients/clients.test.ts',
  'server/features/dashboards/dashboards.test.ts',
  'server/features/definitions/definitions.test.ts',
  'server/features/eft/eft.test.ts',
  'server/features/inventories/integrity.test.ts',
  'server/features/invitations/invitations.test.ts',
  'server/features/links/links.test.ts',
  'server/features/live/live.test.ts',
  'server/features/orders/orders.test.ts',
  // Every answer of a payment provider is not another statement: these run those of a payment.
  'server/features/payments/{refunds,start}.test.ts',
  'server/features/people/{people,remove}.test.ts',
  'server/features/prices/prices.test.ts',
  'server/features/quotas/{ledger,quotas}.test.ts',
  'server/features/registrations/registrations.test.ts',
  'server/features/reminders/sending.test.ts',
  'server/features/results/results.test.ts',
  'server/features/search/search.test.ts',
  'server/features/sessions/sessions.test.ts',
  'server/features/slips/slips.test.ts',
  'server/features/test-days/test-days.test.ts',
  'server/throttles/pace.test.ts',
  'server/features/users/users.test.ts',
  'server/http/unavailable.test.ts',
  'server/{jobs,mail}/*.test.ts',
]

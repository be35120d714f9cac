/**
 * The tests that run on the second PostgreSQL too: what sorts, searches, folds, locks, listens or loses its connection, and one
 * whole job from the invitation to the report. Every statement of all other tests is shown to it as well (statements.ts), and
 * `npm run test:all` runs the whole API on it.
 */
const canDiffer = [
  'server/features/{idempotency,main-job}.test.ts',
  'server/features/assignments/{interleavings,list}.test.ts',
  'server/features/delivery/attempts/saving/responses.test.ts',
  'server/features/audit/audit.test.ts',
  'server/features/clients/clients.test.ts',
  'server/features/platform/live/live.test.ts',
  'server/features/orders/orders.test.ts',
  'server/features/payments/refunds.test.ts',
  'server/features/people/people.test.ts',
  'server/features/quota/ledger.test.ts',
  'server/features/delivery/results/results.test.ts',
  'server/features/platform/search/search.test.ts',
  'server/throttles/pace.test.ts',
  'server/http/unavailable.test.ts',
  'server/jobs/*.test.ts',
]

const api = ['server/{features,audit,authority,http,jobs,mail,throttles}/**/*.test.ts']

export const onSecondPostgres: readonly string[] = process.env.TEST_ALL === undefined ? canDiffer : api

/**
 * Left out of a quick run: what is not the API, what draws pages, and files of more than some seconds, which wait for time-outs,
 * start servers or try every call.
 */
export const slow: readonly string[] = [
  'server/{cli,db,demo,pdf,sheets}/**/*.test.ts',
  'server/features/assignments/{accommodations,interleavings}.test.ts',
  'server/features/access/passwords/passwords.test.ts',
  'server/features/payments/*.test.ts',
  'server/features/orders/prices/prices.test.ts',
  'server/features/access/second-factor/sign-in.test.ts',
  'server/features/people/slips/slip-jobs.test.ts',
  'server/jobs/jobs.test.ts',
  'server/main.test.ts',
  'server/start/fill-empty.test.ts',
  'test/denials.test.ts',
  'test/faults/{experiment,host}.test.ts',
  'test/fuzz.test.ts',
  'test/security/*.test.ts',
  'web/**/*.test.tsx',
]

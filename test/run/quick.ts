/**
 * Left out of a quick run, because they take more than some seconds each: they wait for time-outs, start databases and servers,
 * or try every call.
 */
export const slow: readonly string[] = [
  'server/db/bundled/open.test.ts',
  'server/features/passwords/passwords.test.ts',
  'server/features/payments/*.test.ts',
  'server/features/prices/prices.test.ts',
  'server/features/second-factor/sign-in.test.ts',
  'server/features/slips/slip-jobs.test.ts',
  'server/main.test.ts',
  'test/denials.test.ts',
  'test/fuzz.test.ts',
  'test/security/*.test.ts',
]

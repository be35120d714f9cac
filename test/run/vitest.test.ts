import { expect, test } from 'vitest'
import { tally } from './vitest.ts'

const file = (name: string, status: string, message: string, tests: [string, string][]) => ({
  name,
  status,
  message,
  assertionResults: tests.map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})

test('counts tests, and a file that cannot be loaded as one failure', () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      file('a.test.ts', 'passed', '', [
        ['adds', 'passed'],
        ['waits', 'skipped'],
      ]),
      file('b.test.ts', 'failed', '', [
        ['multiplies', 'passed'],
        ['divides', 'failed'],
      ]),
      file('c.test.ts', 'failed', 'Cannot find module', []),
    ],
  }
  expect(tally(report)).toEqual({
    passed: 2,
    skipped: 1,
    failures: [
      { name: 'b.test.ts: divides', message: 'expected 1 to be 2' },
      { name: 'c.test.ts', message: 'Cannot find module' },
    ],
  })
})

import { expect, test } from 'vitest'
import { provesTwoSteps } from './amr.ts'

test.each([
  [['mfa'], true],
  [['pwd', 'otp'], true],
  [['hwk', 'pin'], true],
  [['swk', 'fpt'], true],
  [['sc', 'pin'], true],
  [['fido', 'face'], true],
  // One alone, or two of one kind.
  [['otp'], false],
  [['swk'], false],
  [['hwk'], false],
  [['hwk', 'otp'], false],
  [['pwd', 'pin'], false],
  [['pwd'], false],
  [['pwd', 'user'], false],
  [[], false],
  ['mfa', false],
  [undefined, false],
])('the methods %j of a provider are two steps: %s', (amr, expected) => {
  expect(provesTwoSteps(amr)).toBe(expected)
})

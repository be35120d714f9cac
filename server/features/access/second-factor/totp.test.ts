import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './sealing.ts'
import { enrolmentOf, newTotpSecret, stepOf } from './totp.ts'

describe('a code of the app', () => {
  // RFC 6238, appendix B: the last six of its eight digits, for the ASCII secret 12345678901234567890.
  const secret = Buffer.from('12345678901234567890')
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d s is %s', (at, code, step) => {
    expect(stepOf(secret, code, at)).toBe(step)
  })

  test('counts from the second its step begins minus one to the last of the one after', () => {
    // Step 1 is from 30 to 59 s; a step before and after is let through.
    const accepted = (at: number) => stepOf(secret, '287082', at)
    expect([0, 29.99, 30, 59.99, 60, 89.99].map(accepted)).toEqual([1, 1, 1, 1, 1, 1])
    expect([90, 119, 150].map(accepted)).toEqual([null, null, null])
  })

  test('is six digits and nothing else', () => {
    for (const wrong of ['', '28708', '2870820', '287083', 'abcdef'])
      expect(stepOf(secret, wrong, 59)).toBeNull()
  })

  test('is made by what the address and the typed secret say', () => {
    const made = newTotpSecret()
    const { secret: typed, uri } = enrolmentOf(made, 'ayşe@example.com')
    expect(Buffer.from(Secret.fromBase32(typed).bytes)).toEqual(made)
    const address = new URL(uri)
    expect(address.href).toMatch(/^otpauth:\/\/totp\/Terazi:/)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret: typed,
      issuer: 'Terazi',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  test('are ten, all different, of 80 bits in four groups', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  })
  test('are known however they are typed', () => {
    const stored = hashRecoveryCode('10AB-CDEF-GHJK-MNPQ')
    for (const typed of ['10ab cdef ghjk mnpq', 'IOABCDEFGHJKMNPQ', ' l0ab-cdef-ghjk-mnpq '])
      expect(hashRecoveryCode(typed)).toEqual(stored)
    expect(hashRecoveryCode('10AB-CDEF-GHJK-MNPR')).not.toEqual(stored)
  })
})

describe('a stored secret', () => {
  const key = 'k'.repeat(32)
  const secret = newTotpSecret()
  test('is encrypted with a key, each time another way', () => {
    const stored = seal(key, 'ada', secret)
    expect(stored.includes(secret)).toBe(false)
    expect(stored).not.toEqual(seal(key, 'ada', secret))
    expect(unseal(key, 'ada', stored)).toEqual(secret)
  })
  test("opens with nothing but its key, and not in somebody else's row", () => {
    const stored = seal(key, 'ada', secret)
    expect(() => unseal('x'.repeat(32), 'ada', stored)).toThrow('unable to authenticate')
    expect(() => unseal(key, 'can', stored)).toThrow('unable to authenticate')
  })
})

import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/**
 * The settings that every authenticator app understands without being asked: RFC 6238 with SHA-1, six digits, 30
 * seconds.
 */
const settings = { issuer: 'Terazi', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 random bits, the length that RFC 4226 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

const totp = (secret: Buffer, label: string) =>
  new TOTP({ ...settings, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/** The secret as an app takes it: typed (base32), or by a QR code of the address. */
export function enrolmentOf(secret: Buffer, label: string): { secret: string; uri: string } {
  const made = totp(secret, label)
  return { secret: made.secret.base32, uri: made.toString() }
}

/**
 * The 30-second step that a code belongs to, or null when it is none of the current step, the one before and the one
 * after: phones are a little wrong, and people type slowly.
 * @param at seconds since 1970
 */
export function stepOf(secret: Buffer, code: string, at: number): number | null {
  const delta = totp(secret, '').validate({ token: code, timestamp: at * 1000, window: 1 })
  return delta === null ? null : Math.floor(at / settings.period) + delta
}

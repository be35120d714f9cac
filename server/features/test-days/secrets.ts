import { createHmac } from 'node:crypto'
import { dayCodeOf } from '#contract/dayCode.ts'
import { setupCodeLength } from '#contract/setupCode.ts'
import { slipCodeLetters } from '#contract/slipCode.ts'
import { tabletTokenPrefix } from '#server/http/caller.ts'
import { newSecret } from '#server/secrets.ts'

// Codes, PINs and keys are made from the installation's key, so that none of them is stored and all can be shown again.

const derived = (key: Buffer, what: string) => createHmac('sha256', key).update(what).digest()

/** The PIN that opens the tablets of a day. */
export const pinOf = (key: Buffer, day: { id: string; pinTurn: number }): string =>
  String(derived(key, `pin ${day.pinTurn} of ${day.id}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** The code that makes a device a tablet; a replaced one has another turn. 32 letters divide a byte without a remainder. */
export const setupCodeOf = (key: Buffer, { id, turn }: { id: string; turn: number }): string =>
  [...derived(key, `setup code ${turn} of ${id}`).subarray(0, setupCodeLength)]
    .map((byte) => slipCodeLetters.charAt(byte % slipCodeLetters.length))
    .join('')

/** The hash that is stored of it. Without the key 50 bits could be found by trying all of them. */
export const hashSetupCode = (key: Buffer, code: string): Buffer => derived(key, `hash of setup code ${code}`)

/** The code of a person on a day; a replaced one has another turn. */
export const codeOf = (
  key: Buffer,
  dayId: string,
  { membershipId, codeTurn, codeNumber }: { membershipId: string; codeTurn: number; codeNumber: number },
): string => {
  const secret = derived(key, `code ${codeTurn} of ${membershipId} on ${dayId}`).readUIntBE(0, 6)
  return dayCodeOf(codeNumber, secret % 100_000_000)
}

/** The stored hash of a code. Without the key it could be found by trying all of them. */
export const hashCode = (key: Buffer, dayId: string, code: string): Buffer =>
  derived(key, `hash of code ${code} on ${dayId}`)

/** The AES-256 key of what a day's tablets prepare. */
export const packageKey = (key: Buffer, dayId: string): Buffer => derived(key, `package of ${dayId}`)

/** The salt of what one tablet knows of codes. */
export const codeSalt = (key: Buffer, tabletId: string): Buffer =>
  derived(key, `salt of codes on ${tabletId}`)

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** A new token of a tablet. It names the tablet, so that it is found by its key. */
export const newTabletToken = (tablet: { clientId: string; id: string }): string =>
  `${tabletTokenPrefix}${Buffer.concat([bytesOf(tablet.clientId), bytesOf(tablet.id)]).toString('base64url')}${newSecret()}`

/** Which tablet a token claims to be of. */
export function readTabletToken(token: string): { clientId: string; id: string } | undefined {
  const start = tabletTokenPrefix.length
  const bytes = Buffer.from(token.slice(start, start + 43), 'base64url')
  if (!token.startsWith(tabletTokenPrefix) || bytes.length !== 32) return undefined
  const idOf = (hex: string) =>
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return { clientId: idOf(bytes.toString('hex', 0, 16)), id: idOf(bytes.toString('hex', 16)) }
}

import { createHash, randomBytes } from 'node:crypto'
import { slipCodeLength, slipCodeLetters } from '#contract/slipCode.ts'

/** A secret for a link, a session or an attempt: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in a secret's place. A plain SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** A code to type, 140 random bits: 32 letters divide a byte without a remainder, so each is as likely as the other. */
export function newSlipCode(): string {
  const letter = (byte: number) => slipCodeLetters.charAt(byte % slipCodeLetters.length)
  return Array.from(randomBytes(slipCodeLength), letter).join('')
}

/** What is stored in a code's place. Its own prefix, so that no link's token and no code ever have the same hash. */
export function hashSlipCode(code: string): Buffer {
  return hashSecret(`slip code ${code}`)
}

import { createHmac, hash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { slipCodeLength, slipCodeLetters } from '#contract/slipCode.ts'

/** A secret for a link, a session or an attempt: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash that is stored in a secret's place. A plain SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Six digits to type from a mail. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A keyed hash, stored in place of the digits. Without the key a million codes would be tried in a second. */
export function hashDigits(
  slipKey: Buffer,
  purpose: 'identity' | 'registration' | 'share',
  checkId: string,
  digits: string,
): Buffer {
  return createHmac('sha256', slipKey).update(`${purpose} code ${checkId} ${digits}`).digest()
}

/** The key of slip codes, made from the data key so that neither says anything of the other. */
export function slipKeyOf(dataKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'terazi slip code', 32))
}

/**
 * The key of what a device could not send of an attempt. It is derived from the data key by way of the one of slips,
 * so that nothing has to be stored; no other use of that key gives the same bytes.
 */
export function rescueKeyOf(slipKey: Buffer, attempt: { clientId: string; attemptId: string }): Buffer {
  const info = `terazi rescue of ${attempt.clientId} ${attempt.attemptId}`
  return Buffer.from(hkdfSync('sha256', slipKey, '', info, 32))
}

/** The seed of the key that signs evidence and seals, derived by way of the key of slips as well. */
export function evidenceSeedOf(slipKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', slipKey, '', 'terazi evidence signature', 32))
}

/** A seed from which the secrets of a printed link are derived. */
export function newSeed(): Buffer {
  return randomBytes(32)
}

/**
 * The secrets of a printed link: its token of 256 bits, and its code of 60. They look random to anyone without the key, and
 * can be printed again with it. 32 letters divide a byte without a remainder, so each is as likely as the other.
 */
export function printedSecrets(slipKey: Buffer, seed: Buffer): { token: string; code: string } {
  const derived = (what: string) => createHmac('sha256', slipKey).update(`${what} of `).update(seed).digest()
  const letter = (byte: number) => slipCodeLetters.charAt(byte % slipCodeLetters.length)
  return {
    token: derived('link token').toString('base64url'),
    code: [...derived('slip code').subarray(0, slipCodeLength)].map(letter).join(''),
  }
}

/**
 * The hash that is stored in a code's place. Without the key 60 bits could be found from their hash by trying them all.
 */
export function hashSlipCode(slipKey: Buffer, code: string): Buffer {
  return createHmac('sha256', slipKey).update(code).digest()
}

/**
 * The hash that was stored of the codes of 140 bits, which needed no key. Its prefix keeps it apart from every token's
 * hash.
 */
export function hashLongSlipCode(code: string): Buffer {
  return hashSecret(`slip code ${code}`)
}

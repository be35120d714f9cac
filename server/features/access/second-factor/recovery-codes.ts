import { randomBytes } from 'node:crypto'
import { hashSecret } from '#server/secrets.ts'

// Crockford's letters: none of them is taken for another one when read from paper.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten codes of 80 random bits, in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () =>
    [...randomBytes(16)]
      .map((byte) => letters[byte % 32])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/** The stored hash of a code, the same for any way of typing it: letters that people mistake are replaced. */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return hashSecret(plain)
}

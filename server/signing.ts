import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { evidenceSeedOf } from './secrets.ts'

// Signatures of an installation: on evidence, and on the seals of the audit log. Ed25519; each text says what it is, so
// that no signature fits a text of another kind.

// The prefix that makes 32 bytes a private key in PKCS #8 (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(slipKey: Buffer): KeyObject {
  const key = Buffer.concat([pkcs8, evidenceSeedOf(slipKey)])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** The public half of an installation's key, as SPKI in base64. */
export const publicKeyOf = (slipKey: Buffer): string =>
  createPublicKey(privateKeyOf(slipKey)).export({ format: 'der', type: 'spki' }).toString('base64')

/** Short enough to compare by eye: the SHA-256 of a public key. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')

/** Signs texts with an installation's key. @returns what gives the signature in base64 */
export function signerOf(slipKey: Buffer): (text: string) => string {
  const key = privateKeyOf(slipKey)
  return (text) => sign(null, Buffer.from(text), key).toString('base64')
}

/** True when the owner of a public key signed a text. */
export function isSigned(
  text: string,
  { publicKey, signature }: { publicKey: string; signature: string },
): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    // No key at all.
    return false
  }
}

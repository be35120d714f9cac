import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { canonical } from '#server/features/inventories/content-hash.ts'
import { evidenceSeedOf } from '#server/secrets.ts'

/** Content with what proves that nobody changed it since. */
const Sealed = z.strictObject({
  format: z.literal('terazi-evidence-1'),
  content: z.record(z.string(), z.json()),
  /** SHA-256 of the canonical content, in hex. */
  sha256: z.string(),
  /** Ed25519, as SPKI in base64. */
  publicKey: z.string(),
  /** Of the canonical content: JSON with sorted keys and nothing between, in UTF-8. */
  signature: z.string(),
})
export type Sealed = z.infer<typeof Sealed>

// What makes 32 bytes a private key in PKCS #8 (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(slipKey: Buffer): KeyObject {
  const key = Buffer.concat([pkcs8, evidenceSeedOf(slipKey)])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

const textOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** The public half of an installation's key, as files have it. */
export const publicKeyOf = (slipKey: Buffer): string => textOf(createPublicKey(privateKeyOf(slipKey)))

/** Short enough to compare by eye: the SHA-256 of a public key. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')

/** Signs content with the key of an installation. */
export function seal(content: Sealed['content'], slipKey: Buffer): Sealed {
  const text = canonical(content)
  return {
    format: 'terazi-evidence-1',
    content,
    sha256: createHash('sha256').update(text).digest('hex'),
    publicKey: publicKeyOf(slipKey),
    signature: sign(null, Buffer.from(text), privateKeyOf(slipKey)).toString('base64'),
  }
}

/** Sealed content as a file. A byte order mark in a name is escaped: the PDF that carries the file drops others. */
export const fileOf = (sealed: Sealed): string =>
  `${JSON.stringify(sealed, undefined, 2).replaceAll('\uFEFF', '\\ufeff')}\n`

/** A file as it was signed; undefined for something else. Whether its signature is right is another question: `isIntact`. */
export function readSealed(text: string): Sealed | undefined {
  try {
    return Sealed.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether nothing of the content was changed since the owner of the key in the file signed it. */
export function isIntact({ content, sha256, publicKey, signature }: Sealed): boolean {
  const text = canonical(content)
  if (createHash('sha256').update(text).digest('hex') !== sha256) return false
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    // No key at all.
    return false
  }
}

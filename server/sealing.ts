import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (key: Buffer | string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** AES-256-GCM (nonce, tag, bytes) with a key of the installation for one purpose, bound to the row by its name. */
export function seal(key: Buffer | string, purpose: string, row: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, purpose), nonce).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when it was changed, or stored with another key */
export function unseal(key: Buffer | string, purpose: string, row: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, purpose), sealed.subarray(0, 12))
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

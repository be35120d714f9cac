import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (slipKey: Buffer) => Buffer.from(hkdfSync('sha256', slipKey, '', 'terazi file of a job', 32))

/**
 * A file as it is stored: AES-256-GCM (nonce, tag, bytes), bound to its job. The links and codes on slips open tests, and
 * evidence names people: a copy of the database must show neither.
 */
export function sealFile(slipKey: Buffer, jobId: string, file: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(slipKey), nonce).setAAD(Buffer.from(jobId))
  const bytes = Buffer.concat([cipher.update(file), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
}

/** The file again. @throws Error when it was changed, or stored with another key */
export function unsealFile(slipKey: Buffer, jobId: string, stored: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(slipKey), stored.subarray(0, 12))
    .setAAD(Buffer.from(jobId))
    .setAuthTag(stored.subarray(12, 28))
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()])
}

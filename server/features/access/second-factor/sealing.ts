import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Stored {
  readonly secret: Buffer
  readonly sealed: boolean
}

const keyOf = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'terazi second factor', 32))

/**
 * A secret as it is stored: AES-256-GCM (nonce, tag, text), bound to its owner so that a row copied to somebody else opens
 * nothing.
 */
export function seal(secretKey: string, userId: string, secret: Buffer): Stored {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return { secret: Buffer.concat([nonce, cipher.getAuthTag(), text]), sealed: true }
}

/** The secret again. @throws Error when the installation's key is not the one it was sealed with */
export function unseal(secretKey: string, userId: string, stored: Stored): Buffer {
  if (!stored.sealed) return stored.secret
  const wrong =
    'The installation’s key (SECRET_KEY, or secret.key in DATA_DIR) is not the one that the secrets of two-step sign-in were encrypted with.'
  const { secret } = stored
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), secret.subarray(0, 12))
    .setAAD(Buffer.from(userId))
    .setAuthTag(secret.subarray(12, 28))
  const text = decipher.update(secret.subarray(28))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch (cause) {
    throw new Error(wrong, { cause })
  }
}

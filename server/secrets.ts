import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link, a session or an attempt: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in a secret's place. A plain SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

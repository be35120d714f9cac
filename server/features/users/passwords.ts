import { hash, verify } from '@node-rs/argon2'

// argon2id with the OWASP parameters of 19 MiB, two passes, one lane; the library hashes on the thread pool.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes a password as it was typed: no trimming, no case or Unicode folding. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

const nobody = hashPassword('nobody has this password')

/** Compares with the stored hash. Where there is none it compares with a dummy, so that both take the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}

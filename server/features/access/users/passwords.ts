import { hash, verify } from '@node-rs/argon2'
import { inTurns } from './turns.ts'

// argon2id with the OWASP parameters of 19 MiB, two passes, one lane; the library hashes on the thread pool.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The pool's four threads also read files and look up names, and a hash keeps a core busy for its whole time. Measured on two
// busy cores while 50 people signed in at once, another call's p99: 341 ms with four hashes at a time, 256 with two, 35 with one.
const inTurn = inTurns({ atOnce: 1, waitingAtMost: 500, retryAfterSeconds: 5 })

/** Hashes a password as it was typed: no trimming, no case or Unicode folding. @throws Failure service_unavailable */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

const nobody = hashPassword('nobody has this password')

/**
 * Compares with the stored hash. Where there is none it compares with a dummy, so that both take the same time.
 * @throws Failure service_unavailable while too many wait
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobody)
  const matches = await inTurn(() => verify(against, password))
  return stored !== null && matches
}

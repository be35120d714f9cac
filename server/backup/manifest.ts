import { z } from 'zod'

/** The first bytes of a backup that isn't encrypted. The number is the format's. */
export const magic = 'terazi backup 1\n'

const part = z.object({
  /** A table of the schema public, or `jobs`: what waits to be done. */
  name: z.string(),
  /** COPY's text, with the columns in this order. */
  columns: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})
export type Part = z.infer<typeof part>

export const manifestSchema = z.object({
  /** The version of the program. */
  version: z.string(),
  /** The moment that it shows, by the database's clock. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  postgres: z.int(),
  /** The data key, encrypted by each key that was valid then: a restore says before it writes whether it has one of them. */
  keys: z.array(z.object({ mark: z.string(), wrapped: z.base64() })),
  /** The public half of the key that signs, and its fingerprint. */
  publicKey: z.string(),
  fingerprint: z.string(),
  parts: z.array(part),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The part with the jobs. */
export const jobsPart = 'jobs'

/** The text that the installation signs: the hash of all that is before it in the file. */
export const textToSign = (sha256: string): string => `terazi backup ${sha256}`

/** A file that isn't a whole backup of this installation. `message` completes a sentence that begins with its name. */
export class BackupError extends Error {
  override name = 'BackupError'
}

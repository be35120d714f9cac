import { createHash } from 'node:crypto'

/** An entry as the table has it, its moment with microseconds and its details as PostgreSQL writes them. */
export interface StoredEntry {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly reason: string | null
  readonly actorId: string | null
  readonly subjectId: string | null
  readonly clientId: string | null
  readonly address: string
  readonly details: string
  readonly commandId: string | null
  /** Without it, the hash would show who is in the entry to people who try everyone. */
  readonly salt: string
}

/** A seal without what is made of its other parts. Hashes are hex. */
export interface SealContent {
  readonly number: number
  readonly sealedAt: string
  readonly reached: string
  readonly firstAt: string
  readonly lastAt: string
  readonly entries: readonly string[]
  readonly hashes: Buffer
  readonly previous: string | null
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The SHA-256 of everything that the table has of an entry: ids of people, never their names. */
export function hashOfEntry(entry: StoredEntry): Buffer {
  const { id, at, action, reason, actorId, subjectId, clientId, address, details, commandId, salt } = entry
  const values = [id, at, action, reason, actorId, subjectId, clientId, address, details, commandId, salt]
  return sha256(JSON.stringify(['terazi-audit-entry-1', ...values]))
}

/** The text that is signed where an erasure replaces a person: an entry's hash before and after. */
export const textOfRenaming = (id: string, before: Buffer, after: Buffer): string =>
  JSON.stringify(['terazi-audit-renaming-1', id, before.toString('hex'), after.toString('hex')])

/** The text of a seal that is signed. Its entries and their hashes are in it as one hash. */
export function textOfSeal(seal: SealContent): string {
  const { number, sealedAt, reached, firstAt, lastAt, entries, hashes, previous } = seal
  const list = createHash('sha256').update(entries.join()).update(hashes).digest('hex')
  const values = [number, sealedAt, reached, firstAt, lastAt, entries.length, list, previous]
  return JSON.stringify(['terazi-audit-seal-1', ...values])
}

/** A seal's own hash, in hex: the next seal has it, and a host keeps it. */
export const hashOfSeal = (seal: SealContent): string => sha256(textOfSeal(seal)).toString('hex')

import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { findLastOfCommand, insertEntries, insertEntry } from './queries.ts'

/** The person who did it, and their network address. The person is null for somebody who is not signed in, and for the server itself. */
export interface Doer {
  readonly userId: string | null
  readonly address: string
}

/** The server itself, by its clock or a command. */
export const system: Doer = { userId: null, address: '' }

/** Somebody who is not signed in, or has the token of a test or a tablet. */
export const visitor = (address: string): Doer => ({ userId: null, address })

interface NewEntry {
  action: AuditAction
  by: Doer
  /**
   * The way of the action, or the reason of a refusal. A code, never what somebody typed: people type passwords into the
   * wrong field.
   */
  reason?: string
  /** The person affected. */
  subjectId?: string | null
  clientId?: string
  /** The id of a command that takes many steps; its newest entry represents all of them. */
  command?: string | undefined
  details?: Record<string, unknown>
}

/** Writes down what happened, within the transaction in which it happens. Entries are never changed or taken away. */
export async function recordAudit(db: Executor, { by, ...entry }: NewEntry): Promise<void> {
  await insertEntry(db, {
    id: newId(),
    action: entry.action,
    reason: entry.reason ?? null,
    actorId: by.userId,
    subjectId: entry.subjectId ?? null,
    clientId: entry.clientId ?? null,
    address: by.address,
    command: entry.command ?? null,
    details: entry.details ?? {},
  })
}

/** Writes down one thing for many people, an entry for each. */
export async function recordForMany(
  db: Executor,
  { by, ...entry }: Omit<NewEntry, 'subjectId' | 'details' | 'command'>,
  people: readonly { subjectId: string; details: Record<string, unknown> }[],
): Promise<void> {
  await insertEntries(
    db,
    {
      action: entry.action,
      reason: entry.reason ?? null,
      actorId: by.userId,
      clientId: entry.clientId ?? null,
      address: by.address,
    },
    people.map((one) => ({ id: newId(), ...one })),
  )
}

/** Finds the entry of a command's last step; undefined before the first one. */
export async function lastOfCommand(
  tx: Executor,
  command: string,
): Promise<{ subjectId: string | null; details: Record<string, unknown> } | undefined> {
  return findLastOfCommand(tx, command)
}

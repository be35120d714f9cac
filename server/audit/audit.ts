import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { findLastOfCommand, insertEntry } from './queries.ts'

export interface NewEntry {
  action: AuditAction
  /** By which way, or why refused. A code, never what somebody typed: people type passwords into the wrong field. */
  reason?: string
  /** Who did it; null for somebody who is not signed in, and for the server itself. */
  actorId: string | null
  /** Who was affected. */
  subjectId?: string | null
  clientId?: string
  address?: string
  /** Of a command that takes many steps, whose newest entry represents all of them. */
  command?: string | undefined
  details?: Record<string, unknown>
}

/** Writes down what happened, within the transaction in which it happens. Entries are never changed or taken away. */
export async function recordAudit(db: Executor, entry: NewEntry): Promise<void> {
  await insertEntry(db, {
    id: newId(),
    action: entry.action,
    reason: entry.reason ?? null,
    actorId: entry.actorId,
    subjectId: entry.subjectId ?? null,
    clientId: entry.clientId ?? null,
    address: entry.address ?? '',
    command: entry.command ?? null,
    details: entry.details ?? {},
  })
}

/** What the last step of a command put on record; undefined before the first one. */
export async function lastOfCommand(
  tx: Executor,
  command: string,
): Promise<{ subjectId: string | null; details: Record<string, unknown> } | undefined> {
  return findLastOfCommand(tx, command)
}

import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'

export async function insertEntry(
  db: Executor,
  entry: {
    id: string
    action: AuditAction
    reason: string | null
    actorId: string | null
    subjectId: string | null
    clientId: string | null
    address: string
    command: string | null
    details: Record<string, unknown>
  },
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      action: entry.action,
      reason: entry.reason,
      actor_id: entry.actorId,
      subject_id: entry.subjectId,
      client_id: entry.clientId,
      address: entry.address,
      command_id: entry.command,
      details: JSON.stringify(entry.details),
    })
    .execute()
}

/** Inserts entries that differ in their person alone, in one statement. */
export async function insertEntries(
  db: Executor,
  shared: {
    action: AuditAction
    reason: string | null
    actorId: string | null
    clientId: string | null
    address: string
  },
  entries: readonly { id: string; subjectId: string; details: Record<string, unknown> }[],
): Promise<void> {
  await sql`
    INSERT INTO audit_entries (id, action, reason, actor_id, subject_id, client_id, address, details)
    SELECT e.id, ${shared.action}, ${shared.reason}, ${shared.actorId}::uuid, e.subject_id, ${shared.clientId}::uuid,
      ${shared.address}, e.details
    FROM jsonb_to_recordset(${JSON.stringify(entries.map(({ id, subjectId, details }) => ({ id, subject_id: subjectId, details })))}::jsonb)
      AS e (id uuid, subject_id uuid, details jsonb)`.execute(db)
}

/** The newest entry of a command. */
export async function findLastOfCommand(
  db: Executor,
  command: string,
): Promise<{ subjectId: string | null; details: Record<string, unknown> } | undefined> {
  return db
    .selectFrom('audit_entries')
    .select(['subject_id as subjectId', 'details'])
    .where('command_id', '=', command)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

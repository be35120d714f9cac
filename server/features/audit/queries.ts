import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

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
      details: JSON.stringify(entry.details),
    })
    .execute()
}

export interface AuditRow {
  id: string
  at: Date
  action: AuditAction
  reason: string | null
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  subject_id: string | null
  subject_name: string | null
  subject_email: string | null
  client_id: string | null
  client_name: string | null
  address: string
  details: Record<string, unknown>
}

interface Filter {
  action?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  client?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

const joins = sql`FROM audit_entries e
  LEFT JOIN users a ON a.id = e.actor_id
  LEFT JOIN users s ON s.id = e.subject_id
  LEFT JOIN clients c ON c.id = e.client_id`

const where = (filter: Filter) => {
  const wanted = `%${likeText((filter.search ?? '').toLowerCase())}%`
  return sql`
  WHERE (${filter.action ?? null}::text IS NULL OR e.action = ${filter.action ?? null})
    AND (${filter.actor ?? null}::uuid IS NULL OR e.actor_id = ${filter.actor ?? null}::uuid)
    AND (${filter.subject ?? null}::uuid IS NULL OR e.subject_id = ${filter.subject ?? null}::uuid)
    AND (${filter.client ?? null}::uuid IS NULL OR e.client_id = ${filter.client ?? null}::uuid)
    AND (${filter.from ?? null}::date IS NULL OR e.at >= ${filter.from ?? null}::date::timestamp AT TIME ZONE 'UTC')
    AND (${filter.to ?? null}::date IS NULL OR e.at < (${filter.to ?? null}::date + 1)::timestamp AT TIME ZONE 'UTC')
    AND (${filter.search ?? ''} = '' OR lower(a.name) LIKE ${wanted} OR a.email LIKE ${wanted}
      OR lower(s.name) LIKE ${wanted} OR s.email LIKE ${wanted} OR e.address LIKE ${wanted})`
}

const orders = { at: sql`e.at, e.id`, '-at': sql`e.at DESC, e.id DESC` }

export async function findEntries(
  db: Executor,
  filter: Filter,
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: AuditRow[] }> {
  const total = await sql<{ count: number }>`SELECT count(*) AS count ${joins} ${where(filter)}`.execute(db)
  const { rows } = await sql<AuditRow>`
    SELECT e.id, e.at, e.action, e.reason, e.actor_id, a.name AS actor_name, a.email AS actor_email,
           e.subject_id, s.name AS subject_name, s.email AS subject_email,
           e.client_id, c.name AS client_name, e.address, e.details
    ${joins} ${where(filter)}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

import { sql } from 'kysely'
import type { IdentityProof, RequestChannel } from '#contract/requests.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type Period, within } from './period-queries.ts'

/** The controller of a client's data, as far as it is known here. */
export async function findController(db: Executor, { id }: AuthorizedClient) {
  const { rows } = await sql<{ title: string; address: string; email: string; phone: string }>`
    SELECT coalesce(nullif(b.title, ''), c.name) AS title, c.email, c.phone,
      concat_ws(', ', nullif(b.address, ''), nullif(b.district, ''), nullif(b.city, '')) AS address
    FROM clients c LEFT JOIN client_billing b ON b.client_id = c.id WHERE c.id = ${id}`.execute(db)
  const [controller] = rows
  if (controller === undefined) throw new Error('An authorized client has a row')
  return controller
}

/**
 * The periods that a client had last set at the end of a period, according to the audit log.
 * @returns `later` where all changes are after that
 */
export async function findChangedMonths(db: Executor, { id }: AuthorizedClient, { end }: Period) {
  const { rows } = await sql<{ details: unknown; before: boolean }>`
    SELECT details, at < ${end} AS before FROM audit_entries
    WHERE client_id = ${id} AND action = 'retention_changed'
    ORDER BY at < ${end} DESC, at DESC, id DESC LIMIT 1`.execute(db)
  const [last] = rows
  return last?.before === false ? 'later' : last?.details
}

/** A client's periods as they are now. */
export async function findMonths(db: Executor, { id }: AuthorizedClient) {
  const { rows } = await sql<{ candidate: number; employee: number; sensitive: number }>`
    SELECT retention_months(${id}, NULL, 'candidate', false) AS candidate,
      retention_months(${id}, NULL, 'employee', false) AS employee,
      retention_months(${id}, NULL, 'employee', true) AS sensitive`.execute(db)
  const [months] = rows
  if (months === undefined) throw new Error('A query without FROM has one row')
  const { rows: tests } = await sql<{ code: string; months: number }>`
    SELECT i.code, r.months FROM retention_tests r JOIN inventories i ON i.id = r.inventory_id
    WHERE r.client_id = ${id} ORDER BY i.code`.execute(db)
  return { ...months, tests }
}

export async function findRuns(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{ at: Date; tests: number; scales: number; people: number; held: number }>`
    SELECT ran_at AS at, tests, scales, people, held FROM retention_runs
    WHERE client_id = ${id} AND ${within(sql`ran_at`, period)} ORDER BY ran_at, id`.execute(db)
  return rows
}

/** Counts erasures. Somebody who had been here twice has two marks, and is one person in the audit log. */
export async function countErasures(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { rows } = await sql<{
    what: 'person' | 'test' | 'scale'
    reason: 'manager' | 'request' | 'withdrawal' | 'retention' | 'restore'
    count: number
  }>`
    SELECT what, reason, count(*)::int AS count FROM erasures
    WHERE client_id = ${id} AND what <> 'person' AND reason <> 'restricted' AND ${within(sql`erased_at`, period)} GROUP BY 1, 2
    UNION ALL
    SELECT 'person', reason, count(*)::int FROM audit_entries
    WHERE client_id = ${id} AND action = 'person_erased' AND ${within(sql`at`, period)} GROUP BY 2
    ORDER BY 1, 2`.execute(db)
  return rows
}

/** Requests that came or were decided in the period, as they were at its end. */
export async function findRequests(db: Executor, { id }: AuthorizedClient, period: Period) {
  const { end } = period
  const { rows } = await sql<{
    id: string
    kind: 'access' | 'rectification' | 'withdrawal' | 'erasure' | 'objection'
    channel: RequestChannel
    /** The day on which it came to the desk; null for one made on the person's own page. */
    receivedOn: string | null
    createdAt: Date
    dueAt: Date
    identity: IdentityProof | null
    identityAt: Date | null
    identityBy: string | null
    decision: 'accepted' | 'refused' | null
    /** Empty once the person was erased. */
    reason: string | null
    decidedAt: Date | null
    answeredBy: 'mail' | 'hand' | null
  }>`
    SELECT r.id, r.kind, r.channel, r.received_on AS "receivedOn", r.created_at AS "createdAt", r.due_at AS "dueAt",
      CASE WHEN r.identity_at < ${end} THEN r.identity END AS identity,
      CASE WHEN r.identity_at < ${end} THEN r.identity_at END AS "identityAt",
      CASE WHEN r.identity_at < ${end} THEN checker.name END AS "identityBy",
      CASE WHEN r.decided_at < ${end} THEN r.decision END AS decision,
      CASE WHEN r.decided_at < ${end} THEN r.reason END AS reason,
      CASE WHEN r.decided_at < ${end} THEN r.decided_at END AS "decidedAt",
      CASE WHEN r.decided_at < ${end} THEN r.answered_by END AS "answeredBy"
    FROM person_requests r LEFT JOIN users checker ON checker.id = r.identity_by
    WHERE r.client_id = ${id} AND (${within(sql`r.created_at`, period)} OR ${within(sql`r.decided_at`, period)})
    ORDER BY r.created_at, r.id`.execute(db)
  return rows
}

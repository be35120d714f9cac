import type { AuditEntry } from '#contract/audit.ts'
import type { AuditRow } from './queries.ts'

/** An entry as the API shows it. */
export function auditEntry(row: AuditRow): AuditEntry {
  const person = (id: string | null, name: string | null, email: string | null, key: string | null) =>
    id === null
      ? null
      : { id, name: key ?? name ?? '', email: email ?? '', ...(key !== null && { apiKey: true as const }) }
  // Three hundred ids a row, and only those of its last step. Lists ask for the rest page by page.
  const { assignments, ...details } = row.details
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    reason: row.reason,
    actor: person(row.actor_id, row.actor_name, row.actor_email, row.actor_key),
    subject: person(row.subject_id, row.subject_name, row.subject_email, row.subject_key),
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name ?? '' },
    address: row.address,
    details,
    assignments: Array.isArray(assignments) ? Number(details.quantity ?? assignments.length) : 0,
  }
}

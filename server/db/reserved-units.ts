import { sql } from 'kysely'

/** Units of a quota `q` that registrations have reserved for places which nobody has taken. */
export const reservedUnits = sql<number>`(
  SELECT coalesce(-sum(e.quantity), 0)::int FROM quota_entries e
  WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id
    AND e.registration_id IS NOT NULL AND e.assignment_id IS NULL)`

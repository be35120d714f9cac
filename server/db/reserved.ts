import { sql } from 'kysely'

/** Units of a quota `q` that registrations have reserved for places which nobody has taken. */
export const reservedUnits = sql<number>`(
  SELECT coalesce(-sum(e.quantity), 0)::int FROM quota_entries e
  WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id
    AND e.registration_id IS NOT NULL AND e.assignment_id IS NULL)`

/** Places of a registration `r` for which units are still reserved: the free ones, and those of people who wait for a decision. */
export const reservedPlaces = sql<number>`(
  SELECT CASE WHEN r.closed_at IS NULL THEN r.cap - count(*) FILTER (WHERE p.state = 'accepted')
              ELSE count(*) FILTER (WHERE p.state = 'waiting') END::int
  FROM registrants p WHERE p.client_id = r.client_id AND p.registration_id = r.id)`

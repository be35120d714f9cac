import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Lets the clients of somebody know their address, as a desk's check does. */
export const makeKnown = (db: Executor, userId: string) =>
  sql`WITH confirmed AS (UPDATE users SET email_verified_at = now() WHERE id = ${userId} RETURNING id, email)
    INSERT INTO person_requests (client_id, id, membership_id, kind, identity_email, locale, due_at, decision, decided_at)
    SELECT m.client_id, gen_random_uuid(), m.id, 'objection', confirmed.email, 'tr', now(), 'refused', now()
    FROM confirmed JOIN memberships m ON m.user_id = confirmed.id`.execute(db)

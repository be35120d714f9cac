import { type RawBuilder, sql } from 'kysely'

/**
 * The facts that one client knows of a person: their membership there, also when it is over, and the language of their
 * newest test. Nothing is from the account, which may be another client's manager's.
 * @param clientId and userId name columns of the query around it
 */
export const knownToClient = (clientId: string, userId: string): RawBuilder<unknown> => sql`
  SELECT m.name, m.email, m.phone, m.joined_at, m.removed_at, coalesce((
           SELECT a.locale FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id
           ORDER BY a.created_at DESC LIMIT 1), 'tr') AS locale
  FROM memberships m
  WHERE m.client_id = ${sql.ref(clientId)} AND m.user_id = ${sql.ref(userId)} AND m.erased_at IS NULL
  ORDER BY m.removed_at DESC NULLS FIRST LIMIT 1`

import { type RawBuilder, sql } from 'kysely'

/**
 * The facts that one client knows of a person: their membership there, also when it is over, and the language of their
 * newest test. Nothing is from the account, which may be another client's manager's.
 * @param clientId and userId name columns of the query around it, which calls no table `known_as`
 * @param seen a condition on the assignments `a` whose language may be shown
 */
export const knownToClient = (
  clientId: string,
  userId: string,
  seen: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  SELECT known_as.name, known_as.email, known_as.phone, known_as.joined_at, known_as.removed_at, coalesce((
           SELECT a.locale FROM assignments a
           WHERE a.client_id = known_as.client_id AND a.membership_id = known_as.id AND ${seen}
           ORDER BY a.created_at DESC LIMIT 1), 'tr') AS locale
  FROM memberships known_as
  WHERE known_as.client_id = ${sql.ref(clientId)} AND known_as.user_id = ${sql.ref(userId)} AND known_as.erased_at IS NULL
  ORDER BY known_as.removed_at DESC NULLS FIRST LIMIT 1`

import { type RawBuilder, sql } from 'kysely'

/**
 * The address for one client's mails to a person: the one that their account has now, and without one the address that this
 * client knows. A client that knows no address mails nothing.
 * @param account and membership name them in the query around it
 */
export const mailAddress = (account: string, membership: string): RawBuilder<string | null> => {
  const known = sql.ref(`${membership}.email`)
  return sql`CASE WHEN ${known} IS NOT NULL THEN coalesce(${sql.ref(`${account}.email`)}, ${known}) END`
}

import { sql } from 'kysely'

/**
 * The name by which a mail greets the owner of an account, for a query of users. Empty while the address is unverified:
 * the name may be what a stranger typed who signed up with it.
 */
export const greetedName = sql<string>`CASE WHEN email_verified_at IS NULL THEN '' ELSE name END`

import { type RawBuilder, sql } from 'kysely'

/** Somebody who works for clients; `within` has the clients that their session is limited to, and is undefined without a limit. */
export interface Manager {
  readonly userId: string
  readonly within?: readonly string[] | undefined
}

/** The condition that a column names a client which this manager's session reaches. */
export const isWithin = (column: string, { within }: Pick<Manager, 'within'>): RawBuilder<unknown> =>
  within === undefined ? sql`true` : sql`${sql.ref(column)} = ANY (${[...within]}::uuid[])`

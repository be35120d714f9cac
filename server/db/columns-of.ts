import { sql } from 'kysely'

/** Columns of one table in a query that has others: `columnsOf('u', ['id', 'name'])` is `u.id, u.name`. */
export const columnsOf = (table: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

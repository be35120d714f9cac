import { sql } from 'kysely'

/** One value is compared as such: the rows of an index that begins with it are in the list's order then. */
export function among(column: string, values: readonly string[]) {
  const [first] = values
  if (values.length === 1) return sql`${sql.ref(column)} = ${first}`
  return sql`${sql.ref(column)} IN (${sql.join(values)})`
}

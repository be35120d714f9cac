import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/**
 * The places of any of these texts in a database, as a logical dump would show it: every column of every row of every table,
 * bytes included. @returns `table.column` of each find
 */
export async function tracesIn(db: Executor, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; bytes: boolean }>`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, a.atttypid = 'bytea'::regtype AS bytes
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ORDER BY 1, 2, 3`.execute(db)
  const found: string[] = []
  for (const { schema, table, column, bytes } of columns) {
    const name = sql.ref(column)
    const held = bytes
      ? sql`EXISTS (SELECT FROM unnest(${texts}::text[]) t WHERE position(convert_to(t, 'UTF8') IN ${name}) > 0)`
      : sql`EXISTS (SELECT FROM unnest(${texts}::text[]) t WHERE strpos(${name}::text, t) > 0)`
    const { rows } = await sql`
      SELECT 1 FROM ${sql.id(schema, table)} WHERE ${name} IS NOT NULL AND ${held} LIMIT 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

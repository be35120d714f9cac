import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'

/** Tables without a client: people, inventories, and counters and mails of the installation. */
export const referenceTables = [
  'users',
  'sessions',
  // Belong to a session, which may be of no client.
  'identity_codes',
  'avatars',
  'heartbeats',
  'proofs',
  'known_devices',
  'one_time_links',
  // Most are about the account; those of a client name it.
  'person_mails',
  // The superuser reads all of it, and most entries (sign-ins, refusals) have no client.
  'audit_entries',
  'audit_seals',
  'audit_renamings',
  'second_factors',
  'recovery_codes',
  'sign_in_challenges',
  // One row for the installation.
  'platform_settings',
  'installation_keys',
  'throttles',
  'inventories',
  'inventory_versions',
  'inventory_drafts',
  // Of a version; a client is chosen in some of their filters.
  'analyses',
  'analysis_snapshots',
  'recordings',
  'price_tiers',
  'tax_rates',
  'payment_notices',
  // Invoice numbers run without gaps across all clients.
  'invoice_series',
  // The statements of the platform's own accounts.
  'bank_statements',
  'bank_statement_lines',
  'bank_mappings',
  'demo_bank',
  'demo_mails',
  // A tablet types the code before anybody knows of which client.
  'setup_codes',
  'clients',
  'schema_migrations',
]

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
const key = z.object({
  table: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  primary: z.boolean(),
})
const foreign = z.object({
  table: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  target: z.string(),
  target_columns: z.array(z.string()),
})

const names = (from: string, array: string) => sql`
  ARRAY(SELECT a.attname::text FROM unnest(${sql.raw(array)}) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute a ON a.attrelid = ${sql.raw(from)} AND a.attnum = k.number ORDER BY k.place)`

/** The tables, unique keys and foreign keys of the real schema. */
export async function readSchema(db: Executor) {
  const tables = await sql`
    SELECT c.relname AS name, ARRAY(SELECT attname::text FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum) AS columns
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`.execute(db)
  const keys = await sql`
    SELECT c.relname AS table, i.indexrelid::regclass::text AS name, i.indisprimary AS primary,
           ${names('i.indrelid', 'i.indkey::int2[]')} AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`.execute(db)
  const foreigns = await sql`
    SELECT c.relname AS table, f.conname AS name, t.relname AS target,
           ${names('f.conrelid', 'f.conkey')} AS columns, ${names('f.confrelid', 'f.confkey')} AS target_columns
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`.execute(db)
  return {
    tables: z.array(table).parse(tables.rows),
    keys: z.array(key).parse(keys.rows),
    foreigns: z.array(foreign).parse(foreigns.rows),
  }
}

type Schema = Awaited<ReturnType<typeof readSchema>>

/** Reasons why the schema couldn't be distributed by client. */
export function brokenClientRule({ tables, keys, foreigns }: Schema): string[] {
  const isClients = (name: string) => !referenceTables.includes(name)
  const problems: string[] = []
  for (const { name, columns } of tables.filter((one) => isClients(one.name))) {
    if (!columns.includes('client_id')) problems.push(`${name} has no client_id`)
    const primary = keys.find((one) => one.table === name && one.primary)
    if (primary === undefined) problems.push(`${name} has no primary key`)
    else if (primary.columns[0] !== 'client_id')
      problems.push(`${primary.name} does not begin with client_id`)
  }
  for (const { table, name, columns } of keys.filter((one) => isClients(one.table)))
    if (!columns.includes('client_id')) problems.push(`${name} of ${table} is unique without client_id`)
  for (const one of foreigns.filter(({ table, target }) => isClients(table) && isClients(target))) {
    const at = one.columns.indexOf('client_id')
    if (at === -1 || one.target_columns[at] !== 'client_id')
      problems.push(`${one.name} of ${one.table} points at ${one.target} without client_id`)
  }
  for (const one of foreigns.filter(({ table, target }) => !isClients(table) && isClients(target)))
    problems.push(
      `${one.name}: the reference table ${one.table} points at ${one.target}, which belongs to clients`,
    )
  return problems
}

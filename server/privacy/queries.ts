import { type AliasedRawBuilder, type RawBuilder, type SelectType, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  type AtDesk,
  type Entry,
  type InOwnFile,
  inFile,
  type Reader,
  registry,
  type Table,
} from './registry.ts'

const tables: Readonly<Record<string, readonly (string | Entry)[]>> = registry

const entriesOf = (table: string): readonly Entry[] =>
  (tables[table] ?? []).flatMap((entry) => (typeof entry === 'string' ? [] : [entry]))

/**
 * Deletes the rows that lead to an attempt, assignment, membership or account, as the registry says, by the same condition.
 * @param which `alsoAtClient`: only tables of which an account that stays loses what is a client's
 * @returns how many rows of which table, of those that had any
 */
export async function deleteOwned(
  tx: Executor,
  owner: NonNullable<Entry['deletedBy']>,
  where: RawBuilder<unknown>,
  which: 'all' | 'alsoAtClient' = 'all',
): Promise<Record<string, number>> {
  const owned = Object.keys(tables).filter((table) =>
    entriesOf(table).some(
      ({ deletedBy, alsoAtClient }) => deletedBy === owner && (which === 'all' || alsoAtClient),
    ),
  )
  const counts: Record<string, number> = {}
  for (const table of owned) {
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${where}`.execute(tx)
    if (numAffectedRows) counts[table] = Number(numAffectedRows)
  }
  return counts
}

/** Leaves in some rows what the registry says that an erasure leaves. @param also further columns */
export async function emptyRows(
  tx: Executor,
  table: keyof typeof registry,
  where: RawBuilder<unknown>,
  also: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const values: Record<string, unknown> = Object.fromEntries(
    [...entriesOf(table).map(({ set }) => set), also].flatMap((set) => Object.entries(set ?? {})),
  )
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(changes)} WHERE ${where}`.execute(tx)
}

/** Deletes the rows that the registry says are kept for so long after a moment of theirs. */
export async function deleteOld(db: Executor): Promise<void> {
  for (const table of Object.keys(tables)) {
    const swept = entriesOf(table).flatMap(({ kept }) => (typeof kept === 'string' ? [] : [kept]))[0]
    if (swept === undefined) continue
    const { column, after } = swept
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} < now() - ${after}::interval`.execute(
      db,
    )
  }
}

type Value<Of extends Table & keyof Tables, Column> = Column extends keyof Tables[Of]
  ? SelectType<Tables[Of][Column]> | (Column extends AtDesk<Of> ? never : null)
  : never
type Shown<Of extends Table & keyof Tables, Column extends string> = Column extends Column
  ? AliasedRawBuilder<Value<Of, Column>, Column>
  : never

/**
 * A column for a reader's file, from a table or its alias. The desk's copy has NULL in place of what its entry doesn't list
 * under `desk`.
 */
export const columnFor = <Of extends Table & keyof Tables, Column extends InOwnFile<Of>>(
  reader: Reader,
  table: Of,
  column: Column,
  alias: string = table,
): RawBuilder<Value<Of, Column>> =>
  inFile(table, reader).includes(column) ? sql.ref(`${alias}.${column}`) : sql`NULL`

/** Several columns of a table, under their own names. */
export const columnsFor = <Of extends Table & keyof Tables, Column extends InOwnFile<Of>>(
  reader: Reader,
  table: Of,
  columns: readonly Column[],
  alias: string = table,
): Shown<Of, Column>[] =>
  columns.map((column) => columnFor(reader, table, column, alias).as<string>(column)) as Shown<Of, Column>[]

/** True when a reader's file has anything of a table. */
export const isRead = (reader: Reader, table: Table): boolean => inFile(table, reader).length > 0

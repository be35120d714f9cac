import { type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { BankStatementLines } from '#server/db/bank-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'
import { maxLines, type Transfer } from './statement.ts'

export interface HashedTransfer extends Transfer {
  readonly hash: Buffer
}

/** Keeps a statement with those of its lines that are not known. @returns their ids; without any, nothing is kept */
export async function insertStatement(
  tx: Executor,
  statement: { format: 'camt' | 'csv' | 'xlsx'; by: string; lines: readonly HashedTransfer[] },
): Promise<string[]> {
  const id = newId()
  await tx
    .insertInto('bank_statements')
    .values({ id, format: statement.format, imported_by: statement.by })
    .execute()
  // The lines are sorted, so that two imports of the same lines wait for each other and never in a circle.
  const ordered = [...statement.lines].sort((a, b) => a.hash.compare(b.hash))
  const kept: string[] = []
  for (let from = 0; from < ordered.length; from += 1000) {
    const rows = await tx
      .insertInto('bank_statement_lines')
      .values(
        ordered.slice(from, from + 1000).map((line) => ({
          id: newId(),
          statement_id: id,
          hash: line.hash,
          account: line.account,
          booked_on: line.bookedOn,
          amount_kurus: line.amountKurus,
          sender: line.sender,
          description: line.description,
          entry_ref: line.entryRef,
          search_text: foldText(`${line.sender} ${line.description}`),
        })),
      )
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('id')
      .execute()
    for (const row of rows) kept.push(row.id)
  }
  if (kept.length === 0) await tx.deleteFrom('bank_statements').where('id', '=', id).execute()
  return kept
}

const columns = [
  'id',
  'account',
  'booked_on',
  'amount_kurus',
  'sender',
  'description',
  'state',
  'decided_at',
  'order_id',
] as const

export interface LineRow extends Pick<Selectable<BankStatementLines>, (typeof columns)[number]> {
  /** The name of who decided about it. */
  decided_by: string | null
  /** True when another statement has a line like it. */
  alike: boolean
}

const orders = {
  bookedOn: sql`l.booked_on, l.id`,
  '-bookedOn': sql`l.booked_on DESC, l.id DESC`,
}

/** A page of lines. */
export async function findLines(
  db: Executor,
  filter: {
    state?: string | undefined
    search?: string | undefined
    /** The only lines to show, of the open ones. */
    ids?: readonly string[] | undefined
  },
  order: keyof typeof orders,
  slice: Slice,
): Promise<{ count: number; rows: LineRow[] }> {
  const conditions = [filter.state === undefined ? sql`true` : sql`l.state = ${filter.state}`]
  for (const word of foldText(filter.search ?? '').split(' '))
    if (word !== '') conditions.push(sql`l.search_text LIKE ${`%${likeText(word)}%`}`)
  if (filter.ids !== undefined)
    conditions.push(sql`l.state = 'open' AND l.id = ANY(${[...filter.ids]}::uuid[])`)
  const where = sql.join(conditions, sql` AND `)
  const counted = await sql<{ count: number }>`
    SELECT count(*) AS count FROM bank_statement_lines l WHERE ${where}`.execute(db)
  const { rows } = await sql<LineRow>`
    SELECT ${columnsOf('l', columns)}, u.name AS decided_by,
      EXISTS (SELECT FROM bank_statement_lines t WHERE t.booked_on = l.booked_on AND t.amount_kurus = l.amount_kurus
        AND t.statement_id <> l.statement_id AND t.state <> 'ignored'
        AND (t.description = l.description OR (t.sender = l.sender AND t.sender <> ''))) AS alike
    FROM bank_statement_lines l LEFT JOIN users u ON u.id = l.decided_by
    WHERE ${where} ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

/** The newest open lines, as many as one statement may have, of these the oldest first. */
export async function findOpenLines(
  db: Executor,
): Promise<{ id: string; amountKurus: number; sender: string; description: string }[]> {
  const { rows } = await sql<{ id: string; amountKurus: number; sender: string; description: string }>`
    SELECT id, amount_kurus AS "amountKurus", sender, description FROM bank_statement_lines
    WHERE state = 'open' ORDER BY booked_on DESC, id DESC LIMIT ${maxLines}`.execute(db)
  return rows.reverse()
}

/** A line, locked until the transaction ends: a decision about it locks it first. */
export async function lockLine(tx: Executor, id: string) {
  return tx
    .selectFrom('bank_statement_lines')
    .select(['id', 'state', 'amount_kurus', 'booked_on', 'sender'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function lineExists(db: Executor, id: string): Promise<boolean> {
  const row = await db.selectFrom('bank_statement_lines').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function markLine(
  tx: Executor,
  id: string,
  decided:
    | { state: 'approved'; by: string; orderId: string }
    | { state: 'ignored'; by: string; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('bank_statement_lines')
    .set({
      state: decided.state,
      decided_at: sql<Date>`now()`,
      decided_by: decided.by,
      order_id: decided.state === 'approved' ? decided.orderId : null,
      ignore_reason: decided.state === 'ignored' ? decided.reason : null,
    })
    .where('id', '=', id)
    .execute()
}

export async function findMappings(db: Executor): Promise<{ bank: string; mapping: unknown }[]> {
  return db.selectFrom('bank_mappings').select(['bank', 'mapping']).orderBy('bank').limit(200).execute()
}

export async function findMapping(db: Executor, bank: string): Promise<unknown> {
  const row = await db
    .selectFrom('bank_mappings')
    .select('mapping')
    .where('bank', '=', bank)
    .executeTakeFirst()
  return row?.mapping
}

export async function upsertMapping(
  db: Executor,
  kept: { bank: string; mapping: object; by: string },
): Promise<void> {
  const mapping = JSON.stringify(kept.mapping)
  const row = { mapping, updated_by: kept.by, updated_at: sql<Date>`now()` }
  await db
    .insertInto('bank_mappings')
    .values({ bank: kept.bank, ...row })
    .onConflict((conflict) => conflict.column('bank').doUpdateSet(row))
    .execute()
}

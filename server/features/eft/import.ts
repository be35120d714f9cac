import { createHash } from 'node:crypto'
import { type ColumnMapping, columnMapping, type StatementColumns } from '#contract/eft.ts'
import { foldText } from '#contract/fold.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { readCamt } from './camt.ts'
import { columnsIn, columnsOf, guessMapping, readCsvStatement } from './csv.ts'
import { openFits } from './fits.ts'
import { findMapping, findMappings, type HashedTransfer, insertStatement } from './queries.ts'
import { StatementError, type Transfer, textOf } from './statement.ts'

interface Imported {
  matched: number
  proposed: number
  ignored: number
  alreadyKnown: number
}

/**
 * Keeps the incoming transfers of a statement, each once, even if several statements contain it. Approves nothing.
 * @param bank for a CSV, the bank whose columns to expect; undefined: the headings decide
 * @throws FieldFailure for a file that can't be read, with its line, and for a bank without a mapping
 */
export async function importStatement(
  db: Database,
  by: { userId: string; address: string },
  file: Uint8Array,
  bank: string | undefined,
): Promise<Imported> {
  const text = textOf(file)
  const format = formatOf(text)
  const mapping = format === 'csv' && bank !== undefined ? await mappingOf(db, bank) : undefined
  const all = hashed(read(text, format, bank, mapping))
  const lines = await db.transaction().execute(async (tx) => {
    const kept = await insertStatement(tx, { format, by: by.userId, lines: all })
    if (kept.length > 0)
      await recordAudit(tx, {
        action: 'statement_imported',
        actorId: by.userId,
        address: by.address,
        details: { format, lines: kept.length },
      })
    return kept
  })
  const fits = lines.length === 0 ? undefined : await openFits(db)
  const count = (fit: string) => lines.filter((id) => (fits?.get(id)?.fit ?? 'none') === fit).length
  return {
    matched: count('matched'),
    proposed: count('proposed'),
    ignored: count('none'),
    alreadyKnown: all.length - lines.length,
  }
}

const formatOf = (text: string): 'camt' | 'csv' => (/^\ufeff?\s*</.test(text) ? 'camt' : 'csv')

const shownRows = 4

/** The columns of a statement's CSV, for an admin to say what each one is. @throws FieldFailure for what is no table */
export async function statementColumnsOf(db: Database, file: Uint8Array): Promise<StatementColumns> {
  const text = textOf(file)
  if (formatOf(text) === 'camt') return { format: 'camt', headings: [], rows: [], suggested: null, banks: [] }
  const { headings, rows } = attempt(() => columnsOf(text, shownRows))
  const folded = headings.map(foldText)
  const fits = ({ mapping }: { mapping: unknown }) =>
    columnsIn(columnMapping.parse(mapping)).every((name) => folded.includes(foldText(name)))
  const banks = (await findMappings(db)).filter(fits).map(({ bank }) => bank)
  return { format: 'csv', headings, rows, suggested: suggestedMapping(text, headings), banks }
}

/** What the headings suggest, as the file writes them. */
function suggestedMapping(text: string, headings: readonly string[]): ColumnMapping | null {
  try {
    const guessed = guessMapping(text)
    const written = (name: string) => headings.find((heading) => foldText(heading) === name) ?? name
    const { decimal, dayOrder, ...columns } = guessed
    const named = Object.entries(columns).flatMap(([key, name]) =>
      name === undefined ? [] : [[key, written(name)]],
    )
    return columnMapping.parse({ ...Object.fromEntries(named), decimal, dayOrder })
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    return null
  }
}

async function mappingOf(db: Database, bank: string): Promise<ColumnMapping> {
  const found = columnMapping.safeParse(await findMapping(db, bank))
  if (!found.success) throw new FieldFailure({ bank: { key: 'unknown_bank' } })
  return found.data
}

const read = (text: string, format: 'camt' | 'csv', bank = '', mapping?: ColumnMapping): Transfer[] =>
  attempt(() =>
    format === 'camt' ? readCamt(text) : readCsvStatement(text, bank, mapping ?? guessMapping(text)),
  )

/** What the file says is wrong with it becomes an error of the field. */
function attempt<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    if (error.line === undefined) throw new FieldFailure({ file: { key: 'statement' } })
    throw new FieldFailure({ file: { key: 'statement_line', variables: { line: error.line } } })
  }
}

/** Each with what distinguishes it from all others; identical ones are numbered. */
function hashed(transfers: readonly Transfer[]): HashedTransfer[] {
  const seen = new Map<string, number>()
  return transfers.map((one) => {
    const { account, bookedOn, amountKurus, description, entryRef } = one
    const alike = JSON.stringify([account, bookedOn, amountKurus, description, entryRef])
    const ordinal = seen.get(alike) ?? 0
    seen.set(alike, ordinal + 1)
    return { ...one, hash: createHash('sha256').update(`${alike}${ordinal}`).digest() }
  })
}

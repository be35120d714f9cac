import { createHash } from 'node:crypto'
import { type ColumnMapping, columnMapping, type StatementColumns } from '#contract/eft.ts'
import { foldText } from '#contract/fold.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import type { Table } from '#tables/table.ts'
import { readCamt } from './camt.ts'
import { columnsIn, columnsOf, guessMapping, type Reading, readTableStatement } from './csv.ts'
import { openStatement, type StatementFile } from './file.ts'
import { openFits } from './fits.ts'
import { findMapping, findMappings, type HashedTransfer, insertStatement } from './queries.ts'
import { type LeftOut, StatementError, type Transfer } from './statement.ts'

type TableFile = Exclude<StatementFile, { format: 'camt' }>

interface Imported {
  matched: number
  proposed: number
  ignored: number
  alreadyKnown: number
  skipped: number
  leftOut: LeftOut
}

interface ImportOptions {
  /** The bank whose columns a CSV or workbook has; undefined: the headings decide. */
  bank?: string | undefined
  sheet?: string | undefined
  skipBadRows?: boolean | undefined
  acceptLetters?: boolean | undefined
}

/**
 * Keeps the incoming transfers of a statement, each once, even if several statements contain it. Approves nothing.
 * @throws FieldFailure for a file that can't be read, and for a bank without a mapping; Failure `bad_rows` with the rows
 * that can't be read and `broken_letters`, unless the options accept them
 */
export async function importStatement(
  db: Database,
  by: By,
  bytes: Uint8Array,
  options: ImportOptions = {},
): Promise<Imported> {
  const file = await openStatement(bytes, options.sheet)
  const { format } = file
  const { transfers, leftOut, faults } = await readStatement(db, file, options)
  const all = hashed(transfers)
  const lines = await db.transaction().execute(async (tx) => {
    const kept = await insertStatement(tx, { format, by: by.userId, lines: all })
    if (kept.length > 0)
      await recordAudit(tx, {
        action: 'statement_imported',
        by,
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
    skipped: faults.length,
    leftOut,
  }
}

const shownFaults = 20

async function readStatement(db: Database, file: StatementFile, options: ImportOptions): Promise<Reading> {
  if (file.broken && options.acceptLetters !== true)
    throw new Failure('broken_letters', { details: { ...file.broken }, variables: { ...file.broken } })
  const reading =
    file.format === 'camt' ? attempt(() => readCamt(file.text)) : await readTable(db, file, options.bank)
  const { faults } = reading
  if (faults.length > 0 && options.skipBadRows !== true)
    throw new Failure('bad_rows', {
      details: { count: faults.length, faults: faults.slice(0, shownFaults) },
      variables: { number: faults.length, line: faults[0]?.line ?? 0, column: faults[0]?.column ?? 0 },
    })
  return reading
}

async function readTable(db: Database, { table }: TableFile, bank: string | undefined): Promise<Reading> {
  const mapping = bank === undefined ? undefined : await mappingOf(db, bank)
  return attempt(() => readTableStatement(table, bank ?? '', mapping ?? guessMapping(table)))
}

const shownRows = 4

/** The columns of a statement's table, for an admin to say what each one is. @throws FieldFailure for what is no table */
export async function statementColumnsOf(
  db: Database,
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<StatementColumns> {
  const file = await openStatement(bytes, wanted)
  if (file.format === 'camt')
    return {
      format: 'camt',
      sheets: [],
      sheet: null,
      brokenLetters: file.broken ?? null,
      headings: [],
      rows: [],
      suggested: null,
      banks: [],
    }
  const { format, table, sheet, broken } = file
  const { headings, rows } = attempt(() => columnsOf(table, shownRows))
  const folded = headings.map(foldText)
  const fits = ({ mapping }: { mapping: unknown }) =>
    columnsIn(columnMapping.parse(mapping)).every((name) => folded.includes(foldText(name)))
  const banks = (await findMappings(db)).filter(fits).map(({ bank }) => bank)
  return {
    format,
    sheets: [...file.sheets],
    sheet,
    brokenLetters: broken ?? null,
    headings,
    rows,
    suggested: suggestedMapping(table, headings),
    banks,
  }
}

/** The mapping that the headings suggest, named as the file writes them. */
function suggestedMapping(table: Table, headings: readonly string[]): ColumnMapping | null {
  try {
    const guessed = guessMapping(table)
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

/** Turns a fault that was found in the file into an error of the field. */
function attempt<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    throw new FieldFailure({ file: { key: 'statement' } })
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

import { createHash } from 'node:crypto'
import { type ColumnMapping, columnMapping } from '#contract/eft.ts'
import type { Database } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { readCamt } from './camt.ts'
import { guessMapping, readCsvStatement } from './csv.ts'
import { openFits } from './fits.ts'
import { findMapping, type HashedTransfer, insertStatement } from './queries.ts'
import { StatementError, type Transfer, textOf } from './statement.ts'

interface Imported {
  matched: number
  proposed: number
  ignored: number
  alreadyKnown: number
}

/**
 * Keeps the incoming transfers of a statement, each once, whatever statement it comes in. Approves nothing.
 * @param bank of a CSV, whose columns to read by; undefined: told from their headings
 * @throws FieldFailure for a file that can't be read, with its line, and for a bank without a mapping
 */
export async function importStatement(
  db: Database,
  by: { userId: string; address: string },
  file: Uint8Array,
  bank: string | undefined,
): Promise<Imported> {
  const text = textOf(file)
  const format = /^\ufeff?\s*</.test(text) ? 'camt' : 'csv'
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

async function mappingOf(db: Database, bank: string): Promise<ColumnMapping> {
  const found = columnMapping.safeParse(await findMapping(db, bank))
  if (!found.success) throw new FieldFailure({ bank: { key: 'unknown_bank' } })
  return found.data
}

function read(text: string, format: 'camt' | 'csv', bank = '', mapping?: ColumnMapping): Transfer[] {
  try {
    if (format === 'camt') return readCamt(text)
    return readCsvStatement(text, bank, mapping ?? guessMapping(text))
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    if (error.line === undefined) throw new FieldFailure({ file: { key: 'statement' } })
    throw new FieldFailure({ file: { key: 'statement_line', variables: { line: error.line } } })
  }
}

/** Each with what tells it from all others; of several that are alike in everything, the place among them. */
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

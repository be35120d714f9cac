import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Mark } from '#server/features/privacy/erasure/all-marks.ts'
import { eraseAgain, marksOf } from '#server/features/privacy/erasure/erasure-marks.ts'
import { markSchema, parseMarkLines } from '#server/features/privacy/erasure/mark-file.ts'
import { reason } from '#server/start-error.ts'
import { CliError } from './error.ts'
import { needKey, slipKeyIn } from './own-key.ts'

const marksFile = z.object({ marks: z.array(markSchema) })

/** The erasures, as marks that name nobody. */
export async function listErasures(db: Database): Promise<{ marks: Mark[] }> {
  return { marks: await marksOf(db) }
}

/** Erases again what a file of marks says was erased. @throws CliError for a file that has none */
export async function eraseFromFile(db: Database, path: string): ReturnType<typeof eraseAgain> {
  const marks = await readMarks(path)
  const key = await needKey(readConfig(process.env))
  return eraseAgain(db, await slipKeyIn(db, key), marks)
}

/** The marks in a file: what the command erasures prints, or what the server writes beside its backups. @throws CliError */
export async function readMarks(path: string): Promise<Mark[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} cannot be read: ${reason(error)}.`)
  })
  const lines = parseMarkLines(text)
  if (lines !== undefined) return lines
  const parsed = marksFile.safeParse(parseJson(text, path))
  if (!parsed.success) throw new CliError(`${path} is not what the command erasures prints.`)
  return parsed.data.marks
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${path} has no marks of erasures, or one of its lines was changed.`)
  }
}

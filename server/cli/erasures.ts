import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { checkSlipKey } from '#server/features/memberships/links/slip-key.ts'
import {
  eraseAgain,
  type Mark,
  markReasons,
  marksOf,
} from '#server/features/privacy/erasure/erasure-marks.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { readInstallationKey } from '#server/start/installation-key.ts'
import { CliError } from './error.ts'

const marksFile = z.object({
  marks: z.array(
    z.object({
      client: z.uuid(),
      subject: z.base64(),
      // Earlier files have none: what they name was erased whole.
      reason: z.enum(markReasons).default('request'),
    }),
  ),
})

/** The erasures, as marks that name nobody. */
export async function listErasures(db: Database): Promise<{ marks: Mark[] }> {
  return { marks: await marksOf(db) }
}

/** Erases again what a file of marks says was erased. @throws CliError for a file that has none */
export async function eraseFromFile(db: Database, path: string): ReturnType<typeof eraseAgain> {
  const parsed = marksFile.safeParse(parseJson(await readFile(path, 'utf8'), path))
  if (!parsed.success) throw new CliError(`${path} is not what the command erasures prints.`)
  const key = slipKeyOf(await readInstallationKey(readConfig(process.env)))
  await checkSlipKey(db, key)
  return eraseAgain(db, key, parsed.data.marks)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${path} is not JSON.`)
  }
}

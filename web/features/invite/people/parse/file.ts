import { readCsv } from './csv.ts'
import { decodeText, kindOf } from './decode.ts'
import type { ListProblem, ReadList } from './rows.ts'

/** As much as the server takes for a list, in bytes. */
export const maxListBytes = 5 * 1024 * 1024

const headBytes = 4096

/** Reads a chosen file. What cannot be a list is refused by its name, size and first bytes, before it is read. */
export async function readListFile(file: File): Promise<ReadList> {
  const refused = await refusal(file)
  if (refused) return { problem: refused }
  return readCsv(decodeText(new Uint8Array(await file.arrayBuffer())))
}

async function refusal(file: File): Promise<ListProblem | undefined> {
  if (file.size === 0) return { code: 'empty' }
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const kind = kindOf(head)
  if (kind === 'spreadsheet' || /\.(xlsx?|xlsm|ods|numbers)$/i.test(file.name)) return { code: 'spreadsheet' }
  if (!/\.csv$/i.test(file.name)) return { code: 'notCsv' }
  if (kind === 'binary') return { code: 'binary' }
  return file.size > maxListBytes ? { code: 'tooLarge' } : undefined
}

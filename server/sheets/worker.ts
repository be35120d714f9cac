import { parentPort } from 'node:worker_threads'
import type { Cell } from './csv.ts'
import { type HeadLook, type Sheet, typedRow, xlsxOf } from './xlsx.ts'

/** Some rows of the sheet of this name, the headings first. */
export interface SheetPage {
  readonly sheet: string
  readonly rows: Cell[][]
}

/** The end of the pages, with the look of their headings. */
interface SheetEnd {
  readonly look: HeadLook | undefined
}

/** Pages come in, in any order of sheets, and then their end; one file goes out. What fails ends the worker. */
export type SheetRequest = SheetPage | SheetEnd

const sheets = new Map<string, Sheet>()

parentPort?.on('message', (request: SheetRequest) => {
  if ('sheet' in request) {
    const sheet = sheets.get(request.sheet) ?? { name: request.sheet, rows: [] }
    sheets.set(request.sheet, sheet)
    for (const row of request.rows) sheet.rows.push(typedRow(row))
    return
  }
  void xlsxOf([...sheets.values()], request.look).then((file) => {
    // A copy of its own, so that it changes hands and is not written twice.
    const sent = Uint8Array.from(file)
    parentPort?.postMessage(sent, [sent.buffer])
  })
})

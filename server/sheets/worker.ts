import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from './csv.ts'
import { typedRow, xlsxOf } from './xlsx.ts'

/** Pages of rows come in, and then their end; one file goes out. What fails ends the worker. */
export type SheetRequest = Cell[][] | 'end'

const rows: ReturnType<typeof typedRow>[] = []

parentPort?.on('message', (request: SheetRequest) => {
  if (request !== 'end') {
    for (const row of request) rows.push(typedRow(row))
    return
  }
  void xlsxOf(String(workerData), rows).then((file) => {
    // A copy of its own, so that it changes hands and is not written twice.
    const sent = Uint8Array.from(file)
    parentPort?.postMessage(sent, [sent.buffer])
  })
})

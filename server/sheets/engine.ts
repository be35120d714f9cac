import { Worker } from 'node:worker_threads'
import { Failure } from '#server/http/failure.ts'
import type { SheetPage, SheetRequest } from './worker.ts'
import type { HeadLook } from './xlsx.ts'

/** The most cells in a file: it is put together in memory, where a million take some hundred megabytes. */
export const maxCells = 1_000_000

/** No file came out: its worker died or took too long, or the engine is closed. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
}

export interface SheetEngine {
  /**
   * An Excel file.
   * @param pages rows of its sheets piece by piece, each sheet's headings first; not read before the files asked for
   * earlier are there
   * @param look of the headings
   * @throws Failure too_many_rows as soon as there are more than fit in a file; as CSV they can all be exported
   * @throws SheetError
   */
  xlsxOf(pages: AsyncIterable<SheetPage>, look?: HeadLook): Promise<Uint8Array>
  /** Ends the worker; what is being written and what waits is rejected. */
  close(): Promise<void>
}

interface Options {
  /** The worker's module; tests put a broken one here. */
  worker?: URL
  /** The longest time for a file once its rows are read, in ms. Measured: 4 s for a million cells. */
  timeoutMs?: number
  /**
   * The memory of a worker, in MB; beyond it the file fails, and not the process. Measured: 900 for a million different
   * texts.
   */
  memoryMb?: number
}

/**
 * Excel files, each in a worker thread of its own that ends with it and gives back its memory. One at a time: two would hold
 * twice as much. In the main thread the writing of 40,000 rows let nothing else happen for six seconds.
 */
export function createSheetEngine({
  worker: module = new URL('./worker.ts', import.meta.url),
  timeoutMs = 60_000,
  memoryMb = 1024,
}: Options = {}): SheetEngine {
  let last: Promise<unknown> = Promise.resolve()
  let closed = false
  let lose: ((reason: string) => void) | undefined

  async function build(pages: AsyncIterable<SheetPage>, look: HeadLook | undefined): Promise<Uint8Array> {
    if (closed) throw new SheetError('The engine of sheets is closed')
    const worker = new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    worker.unref()
    const lost = Promise.withResolvers<never>()
    lose = (reason) => lost.reject(new SheetError(reason))
    const file = Promise.withResolvers<Uint8Array>()
    worker.on('message', file.resolve)
    worker.on('error', (error: Error) => lose?.(`The worker of sheets failed: ${error.message}`))
    worker.on('exit', (code) => lose?.(`The worker of sheets ended with code ${code}`))
    const send = (request: SheetRequest) => worker.postMessage(request)
    let clock: NodeJS.Timeout | undefined
    let over = false
    try {
      await Promise.race([lost.promise, sendAll(pages, look, send, () => over)])
      clock = setTimeout(() => lose?.(`The file took longer than ${timeoutMs} ms`), timeoutMs)
      return await Promise.race([lost.promise, file.promise])
    } finally {
      over = true
      clearTimeout(clock)
      lose = undefined
      await worker.terminate()
    }
  }

  return {
    xlsxOf(pages, look) {
      const file = last.then(() => build(pages, look))
      // The caller gets the failure; the next call is independent of it.
      last = file.then(
        () => undefined,
        () => undefined,
      )
      return file
    },
    async close() {
      closed = true
      lose?.('The engine of sheets was closed')
      await last
    },
  }
}

/** Reads the rows to their end, or until nobody needs them any more. */
async function sendAll(
  pages: AsyncIterable<SheetPage>,
  look: HeadLook | undefined,
  send: (request: SheetRequest) => void,
  over: () => boolean,
): Promise<void> {
  let count = 0
  for await (const page of pages) {
    if (over()) return
    for (const row of page.rows) count += row.length
    if (count > maxCells) throw new Failure('too_many_rows')
    send(page)
  }
  send({ look })
}

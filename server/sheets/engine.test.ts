import { afterAll, describe, expect, test } from 'vitest'
import { Failure } from '#server/http/failure.ts'
import type { Cell } from './csv.ts'
import { createSheetEngine, maxCells, SheetError } from './engine.ts'
import type { SheetPage } from './worker.ts'

async function* pages(count: number, value: Cell = 'x', perPage = 1000): AsyncGenerator<SheetPage> {
  for (let page = 0; page < count; page += 1)
    yield {
      sheet: 'x',
      rows: Array.from({ length: perPage }, () => Array.from({ length: 10 }, () => value)),
    }
}

describe('the real worker', () => {
  const engine = createSheetEngine()
  afterAll(() => engine.close())

  test('a list that a file cannot hold is refused with a way out before it fills the memory', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<SheetPage> {
      for await (const page of pages(Number.POSITIVE_INFINITY)) {
        read += page.rows.length * 10
        yield page
      }
    }
    const refused = await engine.xlsxOf(endless()).catch((error: unknown) => error)
    expect(refused instanceof Failure && refused.code).toBe('too_many_rows')
    expect(read).toBeLessThanOrEqual(maxCells + 10_000)
  })

  test('while a long file is written, everything else goes on', async () => {
    let turns = 0
    let written = false
    const turn = () => {
      turns += 1
      if (!written) setTimeout(turn, 1)
    }
    async function* rows() {
      yield* pages(20)
      // The file is put together after the last page, which took one turn where it was done in this thread.
      turn()
    }
    const file = await engine.xlsxOf(rows())
    written = true
    expect(Buffer.from(file).subarray(0, 2).toString()).toBe('PK')
    expect(turns).toBeGreaterThan(10)
  })
})

const workerOf = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${source}`)}`,
  )

/** Answers by the first cell of the last page. */
const sometimesDies = workerOf(`
  let said
  parentPort.on('message', (request) => {
    if ('sheet' in request) said = request.rows[0][0]
    if (said === 'DIES') process.exit(7)
    if (said === 'THROWS') throw new Error('out of ink')
    if (said === 'FILLS') for (const kept = [];;) kept.push(new Array(100000).fill(said + kept.length))
    if (!('sheet' in request) && said !== 'HANGS') parentPort.postMessage(new Uint8Array([1, 2]))
  })
`)

describe('a worker that fails', () => {
  test.each([
    ['DIES', 'ended with code 7'],
    ['THROWS', 'out of ink'],
    ['FILLS', 'memory limit'],
    ['HANGS', 'took longer than 3000 ms'],
  ])('costs one file and no other: %s', async (value, reason) => {
    const engine = createSheetEngine({ worker: sometimesDies, timeoutMs: 3000, memoryMb: 32 })
    const [before, failed, after] = await Promise.allSettled(
      ['A', value, 'B'].map((one) => engine.xlsxOf(pages(1, one, 1))),
    )
    expect(before).toMatchObject({ status: 'fulfilled' })
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(reason) } })
    expect(failed).toMatchObject({ reason: expect.any(SheetError) })
    expect(after).toMatchObject({ status: 'fulfilled' })
    await engine.close()
  })

  test('is read to no more', async () => {
    const engine = createSheetEngine({ worker: sometimesDies })
    let ended = false
    async function* endless() {
      try {
        for (;;) {
          yield { sheet: 'x', rows: [['DIES']] }
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        ended = true
      }
    }
    await expect(engine.xlsxOf(endless())).rejects.toThrow('ended with code 7')
    await expect.poll(() => ended).toBe(true)
    await engine.close()
  })

  test('files are written one at a time, and the rows of the next not read before', async () => {
    const engine = createSheetEngine({ worker: sometimesDies })
    const seen: string[] = []
    async function* rows(name: string) {
      seen.push(`${name} begins`)
      yield* pages(3, 'A', 1)
      seen.push(`${name} ends`)
    }
    await Promise.all(['a', 'b', 'c'].map((name) => engine.xlsxOf(rows(name))))
    expect(seen).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
    await engine.close()
  })

  test('closed, the engine rejects what is being written, what waits and what comes after', async () => {
    const engine = createSheetEngine({ worker: sometimesDies })
    const begun = Promise.withResolvers<void>()
    async function* rows() {
      yield { sheet: 'x', rows: [['HANGS']] }
      begun.resolve()
    }
    const told = [
      expect(engine.xlsxOf(rows())).rejects.toThrow('was closed'),
      expect(engine.xlsxOf(pages(1))).rejects.toThrow('is closed'),
    ]
    await begun.promise
    await engine.close()
    await Promise.all(told)
    await expect(engine.xlsxOf(pages(1))).rejects.toThrow('is closed')
  })
})

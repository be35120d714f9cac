import { expect, test } from 'vitest'
import { Failure } from '#server/http/failure.ts'
import type { Cell } from './csv.ts'
import { mostCells, xlsxOf } from './xlsx.ts'

test('a list that a file cannot hold is refused with a way out before it fills the memory', async () => {
  const page: Cell[][] = Array.from({ length: 1000 }, () => Array.from({ length: 10 }, () => 'x'))
  let read = 0
  async function* endless(): AsyncGenerator<Cell[][]> {
    while (true) {
      read += page.length * 10
      yield page
    }
  }
  const refused = await xlsxOf('x', endless()).catch((error: unknown) => error)
  expect(refused instanceof Failure && refused.code).toBe('too_many_rows')
  expect(read).toBeLessThanOrEqual(mostCells + 10_000)
})

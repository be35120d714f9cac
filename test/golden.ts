import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { expect } from 'vitest'

/**
 * Compares a picture with the one stored under `test/`. `UPDATE_GOLDEN=1` replaces it; review it before it is
 * committed.
 * @param tolerance the share of pixels that may differ: versions of what draws them smooth edges differently
 */
export async function looksLike(golden: string, picture: Buffer, tolerance: number): Promise<void> {
  const file = new URL(`./${golden}.png`, import.meta.url)
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, picture)
  expect(existsSync(file), `${golden} has no picture to compare with`).toBe(true)
  const actual = PNG.sync.read(picture)
  const expected = PNG.sync.read(await readFile(file))
  expect([actual.width, actual.height], golden).toEqual([expected.width, expected.height])
  const different = pixelmatch(actual.data, expected.data, undefined, actual.width, actual.height, {
    threshold: 0.2,
  })
  expect(different / (actual.width * actual.height), golden).toBeLessThan(tolerance)
}

import { expect, test } from 'vitest'
import { drawings, odds } from './myt-odd.ts'

const drawn = drawings()
const letters = ['a', 'b', 'c', 'd'] as const

test.each(Object.entries(odds))(
  '%s: three pictures are the same and the key is the fourth',
  (id, { key }) => {
    const tiles = letters.map((letter) => drawn[`figures/${id}-${letter}.svg`])
    const alone = letters.filter((_, i) => tiles.filter((tile) => tile === tiles[i]).length === 1)
    expect(alone).toEqual([key])
    expect(new Set(tiles).size).toBe(2)
  },
)

test('no two questions show the same pictures, and every picture stays under 3 kB', () => {
  const sets = Object.keys(odds).map((id) =>
    letters.map((letter) => drawn[`figures/${id}-${letter}.svg`]).toSorted(),
  )
  expect(new Set(sets.map((set) => set.join())).size).toBe(sets.length)
  for (const each of Object.values(drawn)) expect(each.length).toBeLessThan(3000)
})

import { expect, test } from 'vitest'
import { readShipped } from '#content/read.ts'
import { puzzles } from './ayt-puzzles.ts'
import { optionIds, rightOptions } from './puzzles.ts'

type Item = { id: string; key: string; image?: string; optionImages?: Record<string, string> }
type Shipped = { sections: { id: string; items: Item[]; practice: Item[] }[] }
const { sections } = (await readShipped('AYT/3')) as Shipped
const pictured = sections.filter(({ id }) => id === 'figural' || id === 'mechanical')
const items = pictured.flatMap((section) => [...section.practice, ...section.items])

test.each(puzzles)('$id has one right option by its model, and four that differ', (puzzle) => {
  expect(rightOptions(puzzle)).toHaveLength(1)
  expect(new Set(puzzle.options.map(({ model }) => model)).size).toBe(4)
  expect(new Set(puzzle.options.map(({ drawing }) => drawing)).size).toBe(4)
})

test.each(puzzles)('$id is the item in the definition', (puzzle) => {
  const item = items.find(({ id }) => id === puzzle.id)
  expect(item?.key).toBe(rightOptions(puzzle)[0])
  expect(item?.image).toBe(puzzle.prompt === undefined ? undefined : `figures/${puzzle.id}.svg`)
  expect(item?.optionImages).toEqual(
    Object.fromEntries(optionIds.map((option) => [option, `figures/${puzzle.id}-${option}.svg`])),
  )
})

test('every picture item has its model', () => {
  expect(items.map(({ id }) => id).toSorted()).toEqual(puzzles.map(({ id }) => id))
})

test.each(['fg', 'mc'])('the right options of %s are at every position about equally often', (part) => {
  const keys = puzzles.filter(({ id }) => id.startsWith(part) && !id.endsWith('00')).flatMap(rightOptions)
  expect(keys).toHaveLength(15)
  for (const option of optionIds) expect([3, 4, 5]).toContain(keys.filter((key) => key === option).length)
})

test('drawings are light, and big enough to see', () => {
  for (const { prompt = '', options } of puzzles) {
    for (const drawing of [prompt, ...options.map((option) => option.drawing)]) {
      expect(drawing.length).toBeLessThan(3000)
      const widths = [...drawing.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => Number(width))
      expect(widths.every((width) => width >= 2)).toBe(true)
    }
  }
})

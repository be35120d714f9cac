import { expect, test } from 'vitest'
import { readShipped } from '#content/read.ts'
import { keyPlaces } from './ayt-key-places.ts'

type Item = { id: string; key: string | number }
type Shipped = { sections: { items: Item[]; practice: Item[]; shuffleOptions?: boolean }[] }
const { sections } = (await readShipped('AYT/2')) as Shipped

test('the definition has its keys where they were drawn', () => {
  const chosen = sections
    .flatMap(({ practice, items }) => [...practice, ...items])
    .filter(({ key }) => typeof key === 'string')
  expect(Object.fromEntries(chosen.map(({ id, key }) => [id, key]))).toEqual(Object.fromEntries(keyPlaces))
})

test('everybody gets the options in an order of their own', () => {
  for (const section of sections) expect(section.shuffleOptions).toBe(true)
})

test('neighbours repeat a letter about as often as chance has it', () => {
  const runs = sections.map(({ items }) =>
    items.map(({ key }) => key).filter((key) => typeof key === 'string'),
  )
  const pairs = runs.flatMap((keys) => keys.slice(1).map((key, i) => key === keys[i]))
  const share = pairs.filter(Boolean).length / pairs.length
  expect(share).toBeGreaterThan(0.15)
  expect(share).toBeLessThan(0.35)
})

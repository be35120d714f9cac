import { describe, expect, test } from 'vitest'
import { keyPlaces } from '../figures/ayt-key-places.ts'
import { dealKeys } from '../figures/deal-keys.ts'
import { readShipped } from './read.ts'

type Item = { id: string; key: string | number }
type Shipped = { sections: { id: string; items: Item[]; practice?: Item[]; shuffleOptions?: boolean }[] }
const sectionsOf = async (version: string) => ((await readShipped(version)) as Shipped).sections

test('AYT has its keys where they were drawn', async () => {
  const chosen = (await sectionsOf('AYT/2'))
    .flatMap(({ practice = [], items }) => [...practice, ...items])
    .filter(({ key }) => typeof key === 'string')
  expect(Object.fromEntries(chosen.map(({ id, key }) => [id, key]))).toEqual(Object.fromEntries(keyPlaces))
})

test('ENGLISH has its keys where they were drawn', async () => {
  for (const { id, items } of await sectionsOf('ENGLISH/2')) {
    const ids = items.map((item) => item.id)
    expect(items.map((item) => [item.id, item.key])).toEqual(dealKeys(ids, `ENGLISH version 2/${id}`))
  }
})

describe.each(['AYT/2', 'ENGLISH/2'])('%s', async (version) => {
  const sections = await sectionsOf(version)

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
})

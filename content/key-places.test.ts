import { describe, expect, test } from 'vitest'
import { keyPlaces } from '../figures/ayt-key-places.ts'
import { dealKeys } from '../figures/deal-keys.ts'
import { readShipped } from './read.ts'

const letters = ['a', 'b', 'c', 'd']
type Item = { id: string; key: string | number }
type Shipped = { sections: { id: string; items: Item[]; practice?: Item[]; shuffleOptions?: boolean }[] }
const sectionsOf = async (version: string) => ((await readShipped(version)) as Shipped).sections

test('AYT has its keys where they were drawn', async () => {
  const chosen = (await sectionsOf('AYT/3'))
    .flatMap(({ practice = [], items }) => [...practice, ...items])
    .filter(({ key }) => typeof key === 'string')
  expect(Object.fromEntries(chosen.map(({ id, key }) => [id, key]))).toEqual(Object.fromEntries(keyPlaces))
})

test('ENGLISH has its keys where they were drawn', async () => {
  for (const { id, items } of await sectionsOf('ENGLISH/3')) {
    const ids = items.map((item) => item.id)
    expect(items.map((item) => [item.id, item.key])).toEqual(dealKeys(ids, `ENGLISH version 2/${id}`))
  }
})

test('MYT has its keys where they were drawn, but for letters that are part of a drawing', async () => {
  for (const { id, items, shuffleOptions } of await sectionsOf('MYT/6')) {
    const ids = items.filter(({ key = '' }) => letters.includes(`${key}`)).map((item) => item.id)
    if (!shuffleOptions) expect(id).toBe('basit')
    else {
      const keys = items.filter((item) => ids.includes(item.id)).map((item) => [item.id, item.key])
      expect(keys).toEqual(dealKeys(ids, `MYT version 2, ${id}`))
    }
  }
})

describe.each(['AYT/3', 'ENGLISH/3', 'MYT/6'])('%s', async (version) => {
  const sections = await sectionsOf(version)

  test('everybody gets the options in an order of their own', () => {
    // The letters of these figures are drawn in them.
    const others = sections.filter(({ id }) => id !== 'basit')
    for (const section of others) expect(section.shuffleOptions).toBe(true)
  })

  test('neighbours repeat a letter about as often as chance has it', () => {
    const runs = sections.map(({ items }) =>
      items.map(({ key }) => key).filter((key) => letters.includes(`${key}`)),
    )
    const pairs = runs.flatMap((keys) => keys.slice(1).map((key, i) => key === keys[i]))
    const share = pairs.filter(Boolean).length / pairs.length
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.35)
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matches, matchKey, pairKey, pairs } from './myt-codes.ts'
import { odds } from './myt-odd.ts'
import { scenes, tiles } from './myt-scenes.ts'
import { signs } from './myt-signs.ts'

type Json = {
  sections: readonly { practice?: readonly Item[]; items: readonly Item[] }[]
}
type Item = { id: string; key?: string; image?: string; optionImages?: Readonly<Record<string, string>> }
type Words = { items: Readonly<Record<string, { options?: Readonly<Record<string, string>> }>> }

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../content/MYT/6/${file}.json`, import.meta.url), 'utf8'))
const items = read<Json>('definition').sections.flatMap(({ practice = [], items }) => [...practice, ...items])
const words = { tr: read<Words>('tr'), en: read<Words>('en') }

const keys: readonly (readonly [id: string, key: string | undefined])[] = [
  ...Object.entries(pairs).map(([id, pair]) => [id, pairKey(pair)] as const),
  ...Object.entries(matches).map(([id, match]) => [id, matchKey(match)[0]] as const),
  ...Object.entries({ ...scenes, ...tiles, ...odds, ...signs }).map(([id, { key }]) => [id, key] as const),
]

test.each(keys)('%s: the key of the inventory is the answer of the drawing', (id, key) => {
  expect(items.find((item) => item.id === id)?.key).toBe(key)
})

test.each(Object.entries(matches))('%s: the options read as the model says', (id, { options }) => {
  for (const { items } of Object.values(words)) expect(items[id]?.options).toEqual(options)
})

test('every picture of an item or an option is the one drawn for it', () => {
  for (const [id] of keys) {
    const item = items.find((each) => each.id === id)
    if (item?.image !== undefined) expect(item.image).toBe(`figures/${id}.svg`)
    for (const [option, file] of Object.entries(item?.optionImages ?? {})) {
      expect(file).toBe(`figures/${id}-${option}.svg`)
    }
  }
})

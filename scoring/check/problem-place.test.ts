import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { placeOf, wordsIn } from './problem-place.ts'

const definition = loadFixture('everything')
const [section] = definition.sections
const item = section?.items[1]
const practice = section?.practice?.[0]

test.each([
  ['minutes', { part: 'head', section: null, item: null }],
  ['(top)', { part: 'head', section: null, item: null }],
  ['sections[0].navigation', { part: 'section', section: section?.id, item: null }],
  ['sections[0].items[1].key', { part: 'section', section: section?.id, item: item?.id }],
  ['sections[0].practice[0].key', { part: 'section', section: section?.id, item: practice?.id }],
  ['sections[99].items[1]', { part: 'section', section: null, item: null }],
  [`texts.tr.items.${item?.id}.prompt`, { part: 'section', section: section?.id, item: item?.id }],
  [`texts.en.sections.${section?.id}`, { part: 'section', section: section?.id, item: null }],
  ['texts.en.items.nobody', { part: 'texts', section: null, item: null }],
  ['texts.tr.name', { part: 'texts', section: null, item: null }],
  ['texts.tr.scales.care.short', { part: 'scales', section: null, item: null }],
  ['scales[2].items', { part: 'scales', section: null, item: null }],
  ['bandSets.a.bands[0].to', { part: 'bands', section: null, item: null }],
  ['figures.figures/a.svg', { part: 'figures', section: null, item: null }],
])('%s leads there', (path, place) => {
  expect(placeOf(definition, path)).toEqual(place)
})

test('an item is named by its text, in the other language where this one has none', () => {
  const id = item?.id ?? ''
  const { tr, en } = definition.texts
  expect(wordsIn(definition, { kind: 'items', id, locale: 'en' })).toBe(en.items?.[id]?.prompt)
  const half = { ...definition, texts: { tr } }
  expect(wordsIn(half, { kind: 'items', id, locale: 'en' })).toBe(tr.items?.[id]?.prompt)
})

test('never throws, for any document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (json, path) => {
      placeOf(json, path)
      placeOf(json, `sections[0].items[${path.length}]`)
      wordsIn(json, { kind: 'items', id: path, locale: 'tr' })
    }),
  )
})

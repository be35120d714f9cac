import { expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { problems } from '#test/fixtures/definitions/spoil.ts'
import { checkDefinition } from './check-definition.ts'
import { checkIndex } from './check-index.ts'
import { checkResults } from './check-results.ts'
import { checkScales } from './check-scales.ts'

const rule = (i: number) => ({ id: `v${i}`, kind: 'longest_run', medium: 5, low: 9 }) as const
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Counts how often the sections are looked through while a definition is checked. */
function lookedThrough(more: Partial<Definition>): number {
  const { sections, ...definition } = { ...loadFixture('everything'), ...more }
  let times = 0
  const watched: Definition = Object.defineProperty({ ...definition, sections }, 'sections', {
    get: () => {
      times += 1
      return sections
    },
  })
  const index = checkIndex(watched)
  checkScales(watched, index, () => {})
  checkResults(watched, index, () => {})
  return times
}

test('the items are looked through as often for a hundred rules as for one', () => {
  expect(lookedThrough({ validity: many(100, rule) })).toBe(lookedThrough({ validity: [rule(0)] }))
})

test('a list longer than any inventory needs is refused by its shape, before anything in it is compared', () => {
  const definition = loadFixture('placement')
  const [section] = definition.sections
  const [scale] = definition.scales
  if (section === undefined || scale === undefined) throw new Error('the fixture has neither')
  const items = many(4_500, (i) => ({ id: `n${i}`, type: 'numeric', key: 1 }))
  const both = { ...definition, sections: [{ ...section, items }], validity: many(7_600, rule) }
  expect(problems(both)).toEqual([expect.stringMatching(/^validity: .*100/)])
  expect(problems({ ...definition, scales: many(501, (i) => ({ ...scale, key: `s${i}` })) })[0]).toMatch(
    /^scales: .*500/,
  )
  const halves = [
    { ...section, id: 'a', items: items.slice(0, 2_501) },
    { ...section, id: 'b', items: items.slice(0, 2_500) },
  ]
  expect(problems({ ...definition, sections: halves })).toEqual([
    'sections: must be at most 5000 items in all',
  ])
})

test('the largest that the shape allows is checked', () => {
  const { sections, scales, ...definition } = loadFixture('placement')
  const items = many(4_900, (i) => ({ id: `n${i}`, type: 'numeric', key: 1 }) as const)
  const all = { key: 'all', kind: 'correct', items: items.map(({ id }) => id) } as const
  const totals = many(99, (i) => ({ key: `t${i}`, kind: 'correct', of: ['all'] }) as const)
  const large = {
    ...definition,
    sections: [{ id: 's', navigation: 'free', items, select: 4_899 }],
    scales: [all, ...totals],
    validity: many(100, rule),
  }
  const checked = checkDefinition(large)
  // Nothing in it has words: that alone is more than anybody reads.
  expect(checked.ok ? 0 : checked.problems.length).toBe(1_000)
})

test('brackets that nothing closes are read once', () => {
  const definition = loadFixture('placement')
  const texts = structuredClone(definition.texts)
  const [id = ''] = Object.keys(texts.en.items ?? {})
  const words = texts.en.items?.[id]
  if (words === undefined) throw new Error('the fixture has no words')
  words.prompt = '[['.repeat(500_000)
  expect(problems({ ...definition, texts })).toEqual([])
})

test('a name longer than any id is refused at its place, and what is below it is not checked', () => {
  const long = 'x'.repeat(201)
  const deep = { [long]: { a: '\u0000', b: { [long]: '\u0000' } } }
  expect(problems({ texts: { tr: deep, ['x'.repeat(200)]: 1 } })).toEqual([
    'texts.tr: holds a name of more than 200 characters',
  ])
})

test('of a document full of what cannot be shown the first five hundred places are said', () => {
  expect(problems({ preTest: many(50_000, () => '\u0000') })).toHaveLength(500)
  expect(problems(Object.fromEntries(many(50_000, (i) => [`a\u0000${i}`, 1])))).toHaveLength(500)
})

test('a time longer than a week is refused: no clock of a test reckons with the end of the calendar', () => {
  const definition = loadFixture('placement')
  const [section, ...sections] = definition.sections
  const of = (more: object) => problems({ ...definition, ...more })
  const endless = Number.MAX_SAFE_INTEGER
  expect(of({ timeLimitSeconds: 604_800, minutes: 10_080 })).toEqual([])
  expect(of({ timeLimitSeconds: endless })).toEqual([expect.stringMatching(/^timeLimitSeconds: .*604800/)])
  expect(of({ minutes: endless })).toEqual([expect.stringMatching(/^minutes: .*10080/)])
  expect(of({ sections: [{ ...section, timeLimitSeconds: endless }, ...sections] })).toEqual([
    expect.stringMatching(/^sections\[0\]\.timeLimitSeconds: .*604800/),
  ])
})

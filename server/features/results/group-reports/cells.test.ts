import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewestPeople } from '#scoring/groups/shown-cells.ts'
import { bandCell, bandFigures, qualities, qualityFigures } from './cells.ts'

const bands = ['low', 'middle', 'high'].map((name) => `band ${name}`)
const none = { flags: [], away: false, copied: false, devices: false, time: false }

interface Person {
  readonly quality: 'high' | 'medium' | 'low' | null
  /** Null without a band, undefined without the score. */
  readonly band: string | null | undefined
}

function figuresFor(people: readonly Person[]) {
  const counts = qualities.map((level) => {
    const quality = level === 'unknown' ? null : level
    return { ...none, quality, people: people.filter((one) => one.quality === quality).length }
  })
  const rows = [...bands, null].map((band) => {
    const own = people.filter((one) => one.band === band)
    const of = (level: Person['quality']) => own.filter(({ quality }) => quality === level).length
    return { band, n: own.length, high: of('high'), medium: of('medium'), low: of('low') }
  })
  const quality = qualityFigures(counts)
  return { quality, score: bandFigures(rows, bands, counts, quality) }
}

/** The people of every figure that is shown of quality and of one score. */
function shownOf(people: readonly Person[]): Map<string, Set<Person>> {
  const { quality, score } = figuresFor(people)
  const within: [string, (one: Person) => boolean][] = [
    ...qualities.map((level): [string, (one: Person) => boolean] => [
      level,
      (one) => (one.quality ?? 'unknown') === level,
    ]),
    ...bands.map((band): [string, (one: Person) => boolean] => [bandCell(band), (one) => one.band === band]),
    ['scored', ({ band }) => band !== undefined],
  ]
  const shown = within.filter(([cell]) =>
    (cell in { high: 0, medium: 0, low: 0, unknown: 0 } ? quality : score).shown.has(cell),
  )
  const all: [string, Set<Person>][] = quality.shown.has('people') ? [['people', new Set(people)]] : []
  return new Map([
    ...all,
    ...shown.map(([cell, has]): [string, Set<Person>] => [cell, new Set(people.filter(has))]),
  ])
}

const times = (count: number, quality: Person['quality'], band: Person['band']): Person[] =>
  Array.from({ length: count }, () => ({ quality, band }))

test('a band is hidden where response quality beside it leaves few people', () => {
  // Everybody of low quality is in the lowest band, which has three others.
  const people = [...times(6, 'low', bands[0]), ...times(3, 'high', bands[0]), ...times(20, 'high', bands[1])]
  const { quality, score } = figuresFor(people)
  expect([quality.of('low'), quality.of('high')]).toEqual([6, 23])
  expect(bands.map((band) => score.of(bandCell(band)))).toEqual([null, null, 0])
  // Two more, and both can be shown.
  const more = figuresFor([...people, ...times(2, 'high', bands[0])])
  expect(bands.map((band) => more.score.of(bandCell(band)))).toEqual([11, 20, 0])
})

test('the number of people with a score is hidden where those without it and without a quality leave few', () => {
  const people = [...times(20, 'high', bands[1]), ...times(6, null, undefined), ...times(2, 'low', undefined)]
  expect(figuresFor([...people, ...times(5, 'low', bands[1])]).score.of('scored')).toBeNull()
})

test('of figures of quality and of a score, no difference, complement or part of one within another has 1 to 4 people', () => {
  const person = fc.record({
    quality: fc.constantFrom('high' as const, 'medium' as const, 'low' as const, null),
    band: fc.constantFrom(...bands, null, undefined),
  })
  const crowd = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), person), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.flatMap(([count, one]) => times(count, one.quality, one.band)))
  fc.assert(
    fc.property(crowd, (people) => {
      const shown = shownOf(people)
      const isFew = (count: number) => count > 0 && count < fewestPeople
      for (const [cell, own] of shown) {
        expect([cell, isFew(own.size)]).toEqual([cell, false])
        if (shown.has('people')) expect([cell, isFew(people.length - own.size)]).toEqual([cell, false])
        for (const [other, rest] of shown)
          if ([...rest].every((one) => own.has(one)))
            expect([cell, other, isFew(own.size - rest.size)]).toEqual([cell, other, false])
      }
    }),
    { numRuns: 500 },
  )
})

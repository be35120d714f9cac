import { expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { fasterThanReading } from './pace.ts'

const fixture = loadFixture('everything')

const ids = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`)

/** Items of ten words each: nobody reads one in less than a second. */
function tenWords(count: number, limit: { timeLimitSeconds?: number } = {}): Definition {
  const prompt = 'Bir iki üç dört beş altı yedi sekiz dokuz on?'
  const items = Object.fromEntries(ids(count).map((id) => [id, { prompt }]))
  return {
    ...fixture,
    sections: [
      {
        id: 's',
        navigation: 'free',
        items: ids(count).map((id) => ({ id, type: 'likert' as const, optionSet: 'agree' })),
        ...limit,
      },
    ],
    texts: { ...fixture.texts, tr: { ...fixture.texts.tr, items } },
  }
}

const judge = (definition: Definition, ms: readonly (number | undefined)[]) =>
  fasterThanReading(definition, {
    locale: 'tr',
    seed: 'x',
    timings: Object.fromEntries(ms.flatMap((each, at) => (each === undefined ? [] : [[`q${at}`, each]]))),
  })
const each = (count: number, ms: number) => Array.from({ length: count }, () => ms)

test.each([
  ['ten answers faster than their words', each(10, 999), { count: 10, of: 10 }],
  ['ten answers at the pace of the fastest reader', each(10, 1000), { count: 0, of: 10 }],
  ['a page read first and answered quickly after', [10_000, ...each(9, 100)], { count: 0, of: 10 }],
  ['the second ten alone', [...each(10, 5000), ...each(10, 200)], { count: 10, of: 20 }],
  ['too few to say anything', each(4, 10), { count: 0, of: 4 }],
  ['blanks, which have no time', [...each(6, 10), undefined, 10], { count: 7, of: 7 }],
])('%s', (_, ms, expected) => {
  expect(judge(tenWords(ms.length), ms)).toEqual(expected)
})

test('a section with a limit of its own asks for speed', () => {
  expect(judge(tenWords(10, { timeLimitSeconds: 60 }), each(10, 10))).toEqual({ count: 0, of: 0 })
})

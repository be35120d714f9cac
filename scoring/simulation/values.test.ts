import { describe, expect, test } from 'vitest'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { itemRange, scoreItem } from '#scoring/responses/items.ts'
import { checkValue } from '#scoring/responses/responses.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { chanceFrom } from './chance.ts'
import { traitScales } from './scales.ts'
import { carelessAnswer, rightAnswer, wrongAnswer } from './values.ts'

// Items that nobody can get wrong: both options of im1 are right.
const unfailing = ['im1']
const everything = loadFixture('everything')

describe.each([...itemsById(everything).values()].map((item) => [item.id, item] as const))(
  '%s',
  (_, item) => {
    const best = itemRange(item)?.max
    test('takes every answer that is drawn for it', () => {
      const chance = chanceFrom(3)
      for (let i = 0; i < 30; i++) {
        const last = rightAnswer(everything, item, chance)
        expect(checkValue(item, last, everything)).toBe(true)
        expect(checkValue(item, wrongAnswer(everything, item, chance), everything)).toBe(true)
        const careless = carelessAnswer(everything, item, { value: last, repeats: 0.5 }, chance)
        expect(checkValue(item, careless, everything)).toBe(true)
      }
    })
    test.skipIf(best === undefined || item.type === 'situational' || unfailing.includes(item.id))(
      'is right when it should be, and else not',
      () => {
        const chance = chanceFrom(4)
        for (let i = 0; i < 30; i++) {
          expect(scoreItem(item, rightAnswer(everything, item, chance))).toBe(best)
          expect(scoreItem(item, wrongAnswer(everything, item, chance))).toBeLessThan(best ?? 0)
        }
      },
    )
  },
)

test('a judgement of the most and the least, and a number within a share of its key, are right or wrong, too', () => {
  const items: Item[] = [
    {
      id: 'f',
      type: 'forced_choice',
      options: ['a', 'b', 'c'],
      key: { most: 'b', least: 'a' },
      credit: 'each',
    },
    { id: 'n', type: 'numeric', key: -40, relativeTolerance: 0.5 },
  ]
  for (const item of items) {
    expect(scoreItem(item, rightAnswer(everything, item, chanceFrom(1)))).toBe(1)
    expect(scoreItem(item, wrongAnswer(everything, item, chanceFrom(1)))).toBe(0)
  }
})

test('an option is worth the share of the experts, and a wrong answer what the formula score takes', () => {
  const changed = structuredClone(everything)
  const [section] = changed.sections
  const at = section?.items.findIndex(({ id }) => id === 'si1') ?? -1
  const options = ['a', 'b', 'c']
  section?.items.splice(at, 1, { id: 'si1', type: 'situational', options, experts: { a: 1, b: 3, c: 16 } })
  const drawn = changed.scales.find(({ key }) => key === 'drawn')
  if (drawn?.kind === 'correct') drawn.formulaScore = true
  const scales = traitScales(changed)
  const worthOf = (id: string) =>
    scales.flatMap(({ members }) => members).find(({ item }) => item.id === id)?.worth
  expect(worthOf('si1')).toEqual([0.05, 0.15, 0.8])
  // Two options: a wrong answer costs the point.
  expect(worthOf('d1')).toEqual([-1, 1])
  expect(worthOf('s1')).toEqual([0, 1])
})

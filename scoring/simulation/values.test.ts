import { describe, expect, test } from 'vitest'
import { itemsById } from '#scoring/definition/lookup.ts'
import { itemRange, scoreItem } from '#scoring/responses/items.ts'
import { checkValue } from '#scoring/responses/responses.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { chanceFrom } from './chance.ts'
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

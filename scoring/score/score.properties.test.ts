import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { scoreAttempt } from './score.ts'
import { Scores } from './scores.ts'

const everything = loadFixture('everything')

/** Any value the item takes. */
const answerTo = (item: Item): fc.Arbitrary<unknown> => {
  switch (item.type) {
    case 'multiple':
      return fc.subarray(item.options)
    case 'ordering':
      return fc.shuffledSubarray(item.options, { minLength: item.options.length })
    case 'numeric':
      return fc.double({ min: -100, max: 100, noNaN: true })
    case 'gap':
    case 'inline_choice':
    case 'matching':
      return fc.dictionary(fc.constantFrom('p1', 'p2', 's', 't'), fc.constantFrom('x', 'y', 'ışık', '1250'))
    case 'forced_choice':
      return fc.shuffledSubarray(item.options, { minLength: 2 }).map(([most, least]) => ({ most, least }))
    default:
      return fc.constantFrom(...optionIds(everything, item))
  }
}
const attempt = fc.record(
  Object.fromEntries([...itemsById(everything)].map(([id, item]) => [id, answerTo(item)])),
  { requiredKeys: [] },
)

test('shares lie in 0..100, scores in their range, nothing is NaN, and it is plain JSON', () => {
  fc.assert(
    fc.property(attempt, (responses) => {
      const scores = scoreAttempt(everything, responses)
      for (const { raw, min, max, percentage } of scores.scales) {
        if (raw === null || percentage === null) continue
        expect(raw).toBeGreaterThanOrEqual(min)
        expect(raw).toBeLessThanOrEqual(max + 1e-9)
        expect(percentage).toBeGreaterThanOrEqual(0)
        expect(percentage).toBeLessThanOrEqual(100 + 1e-9)
      }
      expect(Scores.parse(JSON.parse(JSON.stringify(scores)))).toEqual(scores)
    }),
  )
})

test('the order in which answers arrive and items are shown does not change a scale', () => {
  fc.assert(
    fc.property(
      attempt,
      fc.shuffledSubarray([...itemsById(everything).keys()], { minLength: 33 }),
      (responses, presented) => {
        const turned = Object.fromEntries(Object.entries(responses).reverse())
        expect(scoreAttempt(everything, turned, { presented }).scales).toEqual(
          scoreAttempt(everything, responses).scales,
        )
      },
    ),
  )
})

test('rubbish is survived', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('s1', 'mu1', 'ga1', 'q1', 'f1', '__proto__', 'x'), fc.anything()),
      (rubbish) => {
        expect(Scores.safeParse(scoreAttempt(everything, rubbish)).success).toBe(true)
      },
    ),
  )
})

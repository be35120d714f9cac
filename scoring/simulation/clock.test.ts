import { expect, test } from 'vitest'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { AttemptClock } from './clock.ts'

const base = loadFixture('everything')
const sections = base.sections.slice(0, 2).map((section, i) => ({
  ...section,
  timeLimitSeconds: i === 0 ? 10 : undefined,
}))
const definition = { ...base, sections, timeLimitSeconds: 20 }
const [first = '', second = ''] = sections.map(({ id }) => id)

test('an answer after the end of its section does not count, and the next section goes on', () => {
  const clock = new AttemptClock(definition)
  expect([clock.spend(first, 6000), clock.spend(first, 4000), clock.spend(first, 1)]).toEqual([
    true,
    true,
    false,
  ])
  expect([clock.spent, clock.ended]).toEqual([10_000, [first]])
  expect(clock.spend(second, 5000)).toBe(true)
  expect(clock.spent).toBe(15_000)
})

test('the end of the whole test ends every section, and nobody takes longer than there is', () => {
  const clock = new AttemptClock(definition)
  expect(clock.spend(second, 30_000)).toBe(false)
  expect([clock.spent, clock.ended.toSorted()]).toEqual([20_000, [first, second].toSorted()])
  expect(clock.spend(first, 1)).toBe(false)
})

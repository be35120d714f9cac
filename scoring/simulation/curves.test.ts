import { describe, expect, test } from 'vitest'
import { chanceFrom, normal } from './chance.ts'
import { chanceOfRight, chancesOfPoints, normalGrid } from './curves.ts'

describe('right or wrong', () => {
  test('half of those who do not guess are right at the difficulty', () => {
    expect(chanceOfRight({ a: 1.7, b: 0.4, c: 0.25 }, 0.4)).toBeCloseTo(0.625, 12)
    // 0.25 + 0.75 / (1 + e^−1.7)
    expect(chanceOfRight({ a: 1.7, b: -0.5, c: 0.25 }, 0.5)).toBeCloseTo(0.884151, 6)
  })
  test('guessing is the floor', () => {
    expect(chanceOfRight({ a: 2, b: 3, c: 0.25 }, -8)).toBeCloseTo(0.25, 6)
  })
})

describe('points', () => {
  const curve = { a: 1.5, thresholds: [-1.5, -0.5, 0.5, 1.5] }
  test('have chances that add up to 1 and mirror each other in the middle', () => {
    const chances = chancesOfPoints(curve, 0)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(chances[0]).toBeCloseTo(chances[4] ?? 0, 12)
    // 1 / (1 + e^−0.75) − 1 / (1 + e^0.75)
    expect(chances[2]).toBeCloseTo(0.358357, 6)
  })
  test('go up with the trait', () => {
    expect(chancesOfPoints(curve, 3)[4]).toBeGreaterThan(0.9)
  })
})

describe('chance', () => {
  test('is the same for the same seed, and another one for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, chanceFrom(seed))
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })
  test('draws standard normal numbers', () => {
    const chance = chanceFrom(1)
    const drawn = Array.from({ length: 20_000 }, () => normal(chance))
    const mean = drawn.reduce((sum, x) => sum + x, 0) / drawn.length
    const variance = drawn.reduce((sum, x) => sum + (x - mean) ** 2, 0) / drawn.length
    expect(mean).toBeCloseTo(0, 1)
    expect(variance).toBeCloseTo(1, 1)
  })
  test('the grid is that of the standard normal curve', () => {
    const moment = (power: number) =>
      normalGrid.reduce((sum, { trait, weight }) => sum + weight * trait ** power, 0)
    expect([moment(0), moment(1), moment(2)].map((x) => Math.round(x * 1000) / 1000 + 0)).toEqual([
      1, 0, 0.999,
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelChances, likelierNeighbour } from './level-chances.ts'

// Cuts of the English demo placement.
const english = {
  levels: [
    { id: 'A1', from: 0 },
    { id: 'A2', from: 31 },
    { id: 'B1', from: 39 },
    { id: 'B2', from: 48 },
    { id: 'C1', from: 57 },
    { id: 'C1 plus', from: 64 },
  ],
  sem: 3.6,
}
const ids = english.levels.map(({ id }) => id)
const levelOf = (total: number) => english.levels.findLast(({ from }) => total >= from)?.id ?? 'A1'
const free = (total: number) => ({ total, level: levelOf(total), caps: [] })
const capped = (total: number, level: string) => ({
  total,
  level,
  caps: [{ scale: 'b1', percentage: 40, atMost: level }],
})

describe('the likelier neighbour', () => {
  // Calculated by an error function of another origin: 1 − Φ((47.5 − 47)/3.6) = .4448, less the .0042 of C1 and above.
  test.each([
    [47, 'B1', 'B2', 0.4406],
    [48, 'B2', 'B1', 0.4406],
    [43, 'B1', 'B2', 0.1056],
    [44, 'B1', 'B2', 0.1652],
    [60, 'C1', 'C1 plus', 0.1655],
    [75, 'C1 plus', 'C1', 0.0007],
    [30, 'A1', 'A2', 0.4357],
  ])('at %d points is %s, by %s: %d', (total, level, neighbour, chance) => {
    expect(levelOf(total)).toBe(level)
    const found = likelierNeighbour(english, free(total))
    expect(found?.level).toBe(neighbour)
    expect(found?.chance).toBeCloseTo(chance, 4)
  })

  test('is never above a cap that applies: its chance counts for the capped level', () => {
    const found = likelierNeighbour(english, capped(40, 'B1'))
    expect(found?.level).toBe('A2')
    expect(found?.chance).toBeCloseTo(0.3343, 4)
    expect(levelChances(english, capped(55, 'B1')).map(({ chance }) => chance > 0.999)).toEqual(
      ids.map((id) => id === 'B1'),
    )
    expect(likelierNeighbour(english, capped(20, 'A1'))).toBeNull()
  })

  test('there is none where no error of measurement is given', () => {
    expect(likelierNeighbour({ ...english, sem: 0 }, free(47))).toBeNull()
  })
})

const total = fc.integer({ min: 0, max: 75 })
const cap = fc.option(fc.constantFrom(...ids))
const score = fc.tuple(total, cap).map(([points, atMost]) => {
  const level = levelOf(points)
  return atMost !== null && ids.indexOf(atMost) <= ids.indexOf(level) ? capped(points, atMost) : free(points)
})

test('chances are from 0 to 1 and together 1', () => {
  fc.assert(
    fc.property(score, fc.double({ min: 0.1, max: 20, noNaN: true }), (one, sem) => {
      const chances = levelChances({ ...english, sem }, one).map(({ chance }) => chance)
      expect(chances.every((chance) => chance >= -1e-9 && chance <= 1)).toBe(true)
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9)
    }),
  )
})

test('no level is likelier than the one that was given, and a neighbour at most as likely as not', () => {
  fc.assert(
    fc.property(score, (one) => {
      const chances = levelChances(english, one)
      const own = chances.find(({ level }) => level === one.level)?.chance ?? 0
      for (const { chance } of chances) expect(chance).toBeLessThanOrEqual(own)
      expect(likelierNeighbour(english, one)?.chance ?? 0).toBeLessThan(0.5)
    }),
  )
})

test('one more point never makes a level and those above it less likely', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 74 }), fc.nat(5), (points, rank) => {
      const above = (at: number) =>
        levelChances(english, free(at))
          .slice(rank)
          .reduce((sum, { chance }) => sum + chance, 0)
      expect(above(points + 1)).toBeGreaterThanOrEqual(above(points) - 1e-9)
    }),
  )
})

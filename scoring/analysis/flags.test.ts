import { describe, expect, test } from 'vitest'
import { type Chance, chanceFrom, normal, oneOf } from '#scoring/simulation/chance.ts'
import { chanceOfRight, logistic } from '#scoring/simulation/curves.ts'
import { matrixOf } from '#test/fixtures/analysis/load.ts'
import { mantelHaenszel } from './dif.ts'
import { difFlags, type Flag, guessableFlags, itemFlags, likertFlags, ordinalDifFlags } from './flags.ts'
import { analyseLikert } from './likert.ts'
import { keyedPoints, likertPoints, scoredPoints } from './matrix.ts'
import { analyseScored, type ScoredTest } from './scored.ts'

const letters = ['a', 'b', 'c', 'd', 'e']
const names = (k: number) => Array.from({ length: k }, (_, i) => `q${i + 1}`)

/** Answers to items of one right option (a = 1.5); the others are drawn alike. Difficulties go evenly from −`spread` to `spread`. */
function choices(
  chance: Chance,
  { n, k, offered, spread = 1.5 }: { n: number; k: number; offered: number; spread?: number },
) {
  const key = Array.from({ length: k }, () => oneOf(letters.slice(0, offered), chance))
  const rows = Array.from({ length: n }, () => {
    const trait = normal(chance)
    return key.map((right, i) => {
      const curve = { a: 1.5, b: spread * ((2 * i) / (k - 1) - 1), c: 1 / offered }
      const others = letters.slice(0, offered).filter((one) => one !== right)
      return chance() < chanceOfRight(curve, trait) ? right : oneOf(others, chance)
    })
  })
  return { key, matrix: matrixOf(names(k), rows) }
}

const analysed = ({ key, matrix }: ReturnType<typeof choices>): ScoredTest =>
  analyseScored(
    matrix,
    keyedPoints(matrix, key),
    key.map(() => 1),
  )

describe('100 perfect tests of 200 people raise at most 5 % of each flag, and in all:', () => {
  const within = (flags: readonly (readonly Flag[])[]) => {
    const some = flags.filter((of) => of.length > 0).length
    expect(some / flags.length).toBeLessThanOrEqual(0.05)
    return some / flags.length
  }
  test.each([
    ['true or false', 2],
    ['four options', 4],
    ['five options', 5],
  ])('%s', (_, offered) => {
    const chance = chanceFrom(36 + offered)
    within(
      Array.from({ length: 100 }, () => analysed(choices(chance, { n: 200, k: 30, offered }))).flatMap(
        (found) => found.items.map((item) => itemFlags(item, found.n, offered)),
      ),
    )
  })
  test('a Likert scale of ten items', () => {
    const chance = chanceFrom(36)
    const tests = Array.from({ length: 100 }, () => {
      const rows = Array.from({ length: 200 }, () => {
        const trait = normal(chance)
        return Array.from({ length: 10 }, (_, i) => {
          const thresholds = [-2, -0.7, 0.7, 2].map((b) => b + (i - 4.5) / 10)
          const drawn = chance()
          const point = thresholds.filter((b) => drawn < logistic(1.3 * (trait - b))).length
          return String(1 + point)
        })
      })
      const matrix = matrixOf(names(10), rows)
      const points = likertPoints(matrix, { min: 1, max: 5, reverse: new Set() })
      return analyseLikert(matrix, points, [...Array(10).keys()], { min: 1, max: 5 }).items.map(likertFlags)
    })
    within(tests.flat())
  })
  test('two groups of 200 without any difference', () => {
    const chance = chanceFrom(63)
    const tests = Array.from({ length: 100 }, () => {
      const { key, matrix } = choices(chance, { n: 400, k: 30, offered: 4 })
      const groups = Uint8Array.from({ length: 400 }, (_, i) => i % 2)
      const found = mantelHaenszel(matrix, keyedPoints(matrix, key), groups)
      return found.items.map((item) => difFlags(item, found))
    })
    within(tests.flat())
  })
})

describe('a wrong key among 30 items (a = 1.5, c = .25)', () => {
  /** Flags of a wrongly keyed item, in 300 tests whose difficulties go from −`spread` to `spread`. */
  const planted = (n: number, spread: number, seed: number) => {
    const chance = chanceFrom(seed)
    return Array.from({ length: 300 }, () => {
      const made = choices(chance, { n, k: 30, offered: 4, spread })
      const place = Math.floor(chance() * 30)
      const wrong = letters.find((one) => one !== made.key[place]) ?? 'a'
      const { items } = analysed({ key: made.key.with(place, wrong), matrix: made.matrix })
      return items.slice(place, place + 1).flatMap((item) => itemFlags(item, n, 4))
    })
  }
  const share = (tests: readonly (readonly Flag[])[], of: (flag: Flag) => boolean) =>
    tests.filter((flags) => flags.some(of)).length / tests.length
  test('is found in 95 % of tests of 60 people; where items differ in difficulty by any flag', () => {
    expect(share(planted(60, 0, 1), ({ code }) => code === 'key')).toBeGreaterThanOrEqual(0.95)
    const differing = planted(60, 1.5, 2)
    expect(share(differing, ({ code }) => code === 'key')).toBeGreaterThanOrEqual(0.88)
    expect(share(differing, () => true)).toBeGreaterThanOrEqual(0.95)
  })
  test('is certain in 95 % of tests of 200', () => {
    const certain = ({ code, certain: sure }: Flag) => code === 'key' && sure === true
    expect(share(planted(200, 1.5, 3), certain)).toBeGreaterThanOrEqual(0.95)
  })
})

describe('flags', () => {
  const of = (rows: readonly (readonly string[])[], key: readonly string[]) => {
    const matrix = matrixOf(names(key.length), rows)
    return analyseScored(
      matrix,
      keyedPoints(matrix, key),
      key.map(() => 1),
    )
  }
  /** People in two halves; the upper one knows the other items. */
  const people = (n: number, first: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => [
      first(i),
      ...(i >= n / 2 ? ['a', 'a', i % 3 ? 'a' : 'b'] : ['b', i % 4 ? 'b' : 'a', 'b']),
    ])
  const flagsOf = (n: number, first: (i: number) => string, offered?: number) => {
    const found = of(people(n, first), ['a', 'a', 'a', 'a'])
    const [item] = found.items
    if (item === undefined) throw new Error('no item')
    return itemFlags(item, found.n, offered)
  }
  test('name the option that people who know more choose', () => {
    expect(flagsOf(100, (i) => (i >= 50 ? 'c' : i % 2 ? 'a' : 'b'), 4)).toEqual([
      { code: 'key', option: 'c', certain: true },
    ])
  })
  test('are raised by intervals, so not by few people', () => {
    expect(flagsOf(40, () => 'a')).toEqual([])
    expect(flagsOf(200, () => 'a')).toEqual([{ code: 'easy' }])
    expect(flagsOf(20, (i) => (i % 2 ? 'a' : 'b'), 4)).toEqual([])
    expect(flagsOf(480, (i) => (Math.floor(i / 12) % 2 ? 'a' : 'b'), 4)).toEqual([{ code: 'weak' }])
  })
  test('say that an item is hard or an option idle', () => {
    const hard = (i: number) => (i % 8 === 0 ? 'a' : (letters[1 + (i % 3)] ?? 'b'))
    expect(flagsOf(200, hard, 4)).toContainEqual({ code: 'hard' })
    expect(flagsOf(200, hard, 2)).toContainEqual({ code: 'hard' })
    const idle = (n: number) => flagsOf(n, (i) => (i === 0 ? 'd' : i % 2 ? 'a' : 'b'))
    expect(idle(90).some(({ code }) => code === 'idle_option')).toBe(false)
    expect(idle(150)).toContainEqual({ code: 'idle_option', option: 'd' })
  })
  test('say that many did not come to an item', () => {
    const found = of(
      people(100, (i) => (i % 3 ? 'a' : '#not_reached')),
      ['a', 'a', 'a', 'a'],
    )
    expect(
      found.items.map((item) => itemFlags(item, found.n).some(({ code }) => code === 'unreached')),
    ).toEqual([true, false, false, false])
  })
  test('name a Likert item that should be reversed', () => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      const x = 1 + (i % 5)
      return [x, 6 - x, Math.min(5, x + (i % 2)), Math.max(1, x - (i % 2))].map(String)
    })
    const matrix = matrixOf(names(4), rows)
    const points = likertPoints(matrix, { min: 1, max: 5, reverse: new Set() })
    const { items } = analyseLikert(matrix, points, [0, 1, 2, 3], { min: 1, max: 5 })
    expect(items.map(likertFlags)).toEqual([[], [{ code: 'key', certain: true }], [], []])
  })
  test('of groups need a hundred people each, and are uncertain below two hundred', () => {
    const rows = Array.from({ length: 600 }, (_, i) => {
      const focal = i % 2
      const able = i % 5
      return [
        String(Number(able > 1 + 2 * focal)),
        ...[0, 1, 2, 3].map((b) => String(Number((able * 7 + i + b) % 9 > 3 + (b % 2)))),
      ]
    })
    const flagged = (n: number) => {
      const matrix = matrixOf(names(5), rows.slice(0, n))
      const found = mantelHaenszel(
        matrix,
        scoredPoints(matrix),
        Uint8Array.from({ length: n }, (_, i) => i % 2),
      )
      const [item] = found.items
      return item === undefined ? [] : difFlags(item, found)
    }
    expect(flagged(198)).toEqual([])
    expect(flagged(398)).toEqual([{ code: 'dif', certain: false }])
    expect(flagged(600)).toEqual([{ code: 'dif', certain: true }])
    expect(ordinalDifFlags(0.08, { reference: 300, focal: 200 })).toEqual([{ code: 'dif', certain: true }])
    expect(ordinalDifFlags(0.07, { reference: 300, focal: 200 })).toEqual([])
    expect(ordinalDifFlags(null, { reference: 300, focal: 200 })).toEqual([])
  })
  test('say that a test can be guessed by the place or the length of its keys', () => {
    const key = (place: number, longest: boolean) => ({ offered: 4, place, longest })
    const fair = Array.from({ length: 20 }, (_, i) => key(i % 4, i % 4 === 0))
    expect(guessableFlags(fair)).toEqual([])
    expect(guessableFlags(fair.map((one, i) => ({ ...one, longest: i < 11 })))).toEqual([
      { code: 'guessable' },
    ])
    expect(guessableFlags(fair.map((one, i) => (i < 12 ? { ...one, place: 2 } : one)))).toEqual([
      { code: 'guessable' },
    ])
    expect(guessableFlags([])).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { punched, side, unfolded } from './ayt-folds.ts'
import { denser, simple } from './ayt-mirrors.ts'
import { nets, signed } from './ayt-nets.ts'
import { turnsOf, walked } from './ayt-paths.ts'
import { counted, viewed } from './ayt-stacks.ts'
import { flipColumns, flipRows, placesKey, quarterTurn } from './grids.ts'
import { closes, folded, type Net, sense, views } from './nets.ts'
import { cubeCount, leftFront, rightFront, seen } from './stacks.ts'

describe('stacks of cubes', () => {
  test('count and views by hand', () => {
    expect(cubeCount(counted)).toBe(3 + 2 + 1 + 2 + 2 + 1 + 1 + 1)
    expect(leftFront(viewed)).toEqual([2, 3, 1])
    expect(rightFront(viewed)).toEqual([1, 1, 3])
  })
  test.each([counted, viewed])('the top of every column can be seen, so its height is known', (...stack) => {
    const tops = seen(stack).filter(({ face }) => face.side === 'top')
    expect(tops).toHaveLength(stack.flat().filter((height) => height > 0).length)
    expect(tops.every(({ triangles }) => triangles > 0)).toBe(true)
  })
  test('counting only what can be seen gives one of the wrong options', () => {
    const visible = seen(counted).filter(({ triangles }) => triangles > 0)
    expect(new Set(visible.map(({ face: { row, column, up } }) => `${row} ${column} ${up}`)).size).toBe(8)
  })
})

describe('nets', () => {
  const cross: Net = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 1],
  ]
  test('a cross closes, a row of six and a block do not', () => {
    expect(closes(cross)).toBe(true)
    expect(closes([0, 1, 2, 3, 4, 5].map((column) => [0, column] as const))).toBe(false)
    expect(
      closes([
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 0],
        [2, 1],
      ]),
    ).toBe(false)
    expect(nets.map(closes).filter(Boolean)).toHaveLength(1)
  })
  test('squares two apart in a row become opposite sides', () => {
    const opposite = { U: 'D', D: 'U', N: 'S', S: 'N', E: 'W', W: 'E' } as const
    const where = folded(cross)
    expect(where[3]).toBe(opposite[where[1] ?? 'U'])
    expect(where[5]).toBe(opposite[where[2] ?? 'U'])
  })
  test('24 views, and the sense of turning by hand: above, the middle square, the one on its right', () => {
    expect(views(signed)).toHaveLength(24)
    const [up, middle, right] = [0, 2, 3]
    expect(views(cross)).toContainEqual([up, middle, right])
    expect(views(cross)).not.toContainEqual([up, right, middle])
    expect(sense([1, 0, 0], [0, 1, 0], [0, 0, 1])).toBe(1)
  })
})

test('a way by hand: up, right, down, right, up', () => {
  expect(turnsOf(walked)).toEqual(['right', 'right', 'left', 'left'])
})

test('paper folded twice has the hole in every corner', () => {
  expect(placesKey(unfolded(punched))).toBe(
    placesKey([
      [0, 0],
      [0, 3],
      [3, 0],
      [3, 3],
    ]),
  )
  expect(flipRows(side, flipColumns(side, unfolded([0, 1])))).toHaveLength(4)
})

test.each([simple, denser])(
  '$id: the pattern and its mirror images look different from all sides',
  ({ side: n, places }) => {
    const quarters = [places]
    for (let i = 0; i < 3; i++) quarters.push(quarterTurn(n, quarters[i] ?? []))
    const all = quarters.flatMap((each) => [each, flipColumns(n, each)])
    expect(new Set(all.map(placesKey)).size).toBe(8)
  },
)

import { describe, expect, test } from 'vitest'
import { beams, leverForce, levers, moment, rampForce, ramps } from './ayt-levers.ts'
import { carrying, puzzles as pulleys, tackles } from './ayt-pulleys.ts'
import { ratios, turns } from './ayt-ratios.ts'
import { fullFirst, type Tank, tanks } from './ayt-tanks.ts'
import { belts, gears } from './ayt-wheels.ts'
import { ways } from './wheels.ts'

/** The least one, and clearly less than the next: nobody has to measure the drawing. */
function clearlyLeast(values: readonly number[], by: number) {
  const [first = 0, second = 0] = values.toSorted((a, b) => a - b)
  expect(second / first).toBeGreaterThan(by)
}

describe('wheels', () => {
  test('gears and crossed belts turn the other way, open belts the same way', () => {
    expect(ways(2, [{ from: 0, to: 1, by: 'mesh' }])).toEqual([1, -1])
    expect(ways(2, [{ from: 0, to: 1, by: 'crossed' }])).toEqual([1, -1])
    expect(
      ways(3, [
        { from: 0, to: 1, by: 'open' },
        { from: 2, to: 1, by: 'mesh' },
      ]),
    ).toEqual([1, 1, -1])
  })
  test('three gears in a ring block each other', () => {
    const ring = [
      [0, 1],
      [1, 2],
      [2, 0],
    ].map(([from = 0, to = 0]) => ({ from, to, by: 'mesh' as const }))
    expect(() => ways(3, ring)).toThrow('blocked')
    expect(() => ways(2, [])).toThrow('not driven')
  })
  test('the trains by hand', () => {
    expect(ways(4, gears.links)).toEqual([1, -1, 1, -1])
    expect(ways(4, belts.links)).toEqual([1, 1, -1, -1])
  })
  test('gears that mesh are one step apart, others do not touch', () => {
    const distance = (a: number, b: number) => {
      const [ax = 0, ay = 0] = gears.wheels[a] ?? []
      const [bx = 0, by = 0] = gears.wheels[b] ?? []
      return Math.hypot(ax - bx, ay - by)
    }
    const step = distance(0, 1)
    for (const { from, to } of gears.links) expect(distance(from, to)).toBeCloseTo(step)
    for (const [a, b] of [
      [0, 2],
      [0, 3],
      [1, 3],
    ] as const)
      expect(distance(a, b)).toBeGreaterThan(step * 1.3)
  })
})

test('the smallest and the largest gear do not decide alone: 12:6 is 2 turns, 24:10 is 2.4, 20:8 is 2.5, 21:7 is 3', () => {
  expect(ratios.map(turns).toSorted()).toEqual([2, 2.4, 2.5, 3])
  const [right] = ratios.toSorted((a, b) => turns(b) - turns(a))
  expect(right?.small).toBeGreaterThan(Math.min(...ratios.map(({ small }) => small)))
  expect(right?.large).toBeLessThan(Math.max(...ratios.map(({ large }) => large)))
})

test('force on ramps and levers, weights on beams', () => {
  expect(rampForce({ run: 40, rise: 30 })).toBeCloseTo(0.6)
  clearlyLeast(ramps.map(rampForce), 1.2)
  expect(leverForce({ support: 2, push: 6 })).toBe(0.5)
  clearlyLeast(levers.map(leverForce), 1.5)
  expect(
    moment([
      { weight: 4, at: -1 },
      { weight: 2, at: 2 },
    ]),
  ).toBe(0)
  expect(beams.filter((beam) => moment(beam) === 0)).toHaveLength(1)
})

test('each moving wheel carries by two parts of the rope, and so does a beginning at the load by one', () => {
  expect(carrying({ fixed: 1, moving: 0, fromLoad: true })).toBe(1)
  expect(carrying({ fixed: 3, moving: 0, fromLoad: true })).toBe(1)
  expect(carrying({ fixed: 1, moving: 1, fromLoad: false })).toBe(2)
  expect(carrying({ fixed: 2, moving: 1, fromLoad: true })).toBe(3)
  clearlyLeast(
    tackles.map((tackle) => 1 / carrying(tackle)),
    1.4,
  )
})

test('the same load is drawn the same', () => {
  const loads = pulleys.flatMap(({ options }) =>
    options.map(({ drawing }) => /<rect[^>]* y="84" (width="\d+" height="\d+")/.exec(drawing)?.[1]),
  )
  expect(new Set(loads)).toEqual(new Set(['width="44" height="20"']))
})

describe('tanks', () => {
  const still: Tank = { x: 0, y: 0, pipes: [] }
  const into = (to: number, height: number, blocked = false) => ({ to, height, blocked })
  test('water goes on through the lowest open pipe', () => {
    expect(fullFirst([still])).toBe(0)
    expect(fullFirst([{ ...still, pipes: [into(1, 0.5), into(2, 0.2)] }, still, still])).toBe(2)
    expect(fullFirst([{ ...still, pipes: [into(1, 0.5), into(2, 0.2, true)] }, still, still])).toBe(1)
    expect(() => fullFirst([{ ...still, pipes: [into(0, 0.5)] }])).toThrow('fills itself')
  })
  test('a pipe always leads down', () => {
    expect(fullFirst(tanks)).toBe(3)
    for (const from of tanks)
      for (const { to, height } of from.pipes)
        expect(tanks[to]?.y).toBeGreaterThan(from.y + 52 * (1 - height) + 5)
  })
})

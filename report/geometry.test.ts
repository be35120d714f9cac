import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bar } from './bars.ts'
import { type Drawing, type Shape, share } from './drawing.ts'
import { ladder } from './ladder.ts'
import { lane } from './lane.ts'
import { radar } from './radar.ts'
import { shares, spread } from './spread.ts'

const roles = (drawing: Drawing) => drawing.shapes.map((shape) => shape.role)

function corners(shape: Shape): (readonly [number, number])[] {
  switch (shape.kind) {
    case 'rect':
      return [
        [shape.x, shape.y],
        [shape.x + shape.width, shape.y + shape.height],
      ]
    case 'line':
      return [
        [shape.x1, shape.y1],
        [shape.x2, shape.y2],
      ]
    case 'circle':
      return [[shape.cx, shape.cy]]
    case 'polyline':
      return shape.points
    case 'text':
      return [[shape.x, shape.y]]
  }
}

/** Every shape's points lie in the drawing's box and are real numbers. */
function staysInside(drawing: Drawing) {
  for (const shape of drawing.shapes) {
    for (const [x, y] of corners(shape)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(drawing.width + 0.01)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(drawing.height)
    }
    if (shape.kind === 'rect') expect(shape.width).toBeGreaterThanOrEqual(0)
    if (shape.kind === 'polyline') expect(drawing.fluid).toBe(false)
  }
}

const score = fc.option(fc.double({ min: -500, max: 500, noNaN: true }), { nil: null })

describe('bar', () => {
  it('fills the part of the scale that was reached and marks the group', () => {
    const { shapes } = bar({ value: 77, min: 0, max: 100, group: 66 })
    expect(shapes).toContainEqual({
      kind: 'rect',
      role: 'fill',
      x: 0,
      y: 4,
      width: 77,
      height: 10,
      radius: 5,
    })
    expect(shapes).toContainEqual({ kind: 'line', role: 'tick', x1: 66, y1: 0, x2: 66, y2: 18 })
  })
  it('reads a mean on its own scale', () => {
    const { shapes } = bar({ value: 1.5, min: 0, max: 4, cuts: [1, 2, 3] })
    expect(shapes).toContainEqual(expect.objectContaining({ role: 'fill', width: 37.5 }))
    expect(shapes.filter((shape) => shape.role === 'cut')).toHaveLength(3)
  })
  it('draws only the track for a score that was not given', () => {
    expect(roles(bar({ value: null, min: 0, max: 100 }))).toEqual(['track'])
    expect(roles(bar({ value: 0, min: 0, max: 100 }))).toEqual(['track'])
  })
  it('stays inside for any numbers', () => {
    fc.assert(
      fc.property(
        score,
        score,
        fc.integer({ min: -10, max: 10 }),
        fc.integer({ min: 0, max: 300 }),
        (value, group, min, range) => staysInside(bar({ value, min, max: min + range, group })),
      ),
    )
  })
})

describe('lane', () => {
  it('puts T 20, 50 and 80 on 0, 120 and 240', () => {
    const dotAt = (t: number) => lane(t).shapes.find((shape) => shape.role === 'dot')
    expect(dotAt(20)).toMatchObject({ cx: 0 })
    expect(dotAt(50)).toMatchObject({ cx: 120 })
    expect(dotAt(56)).toMatchObject({ cx: 144 })
    expect(dotAt(80)).toMatchObject({ cx: 240 })
  })
  it('marks the norm’s mean with a pin, which no bar has for the group', () => {
    expect(lane(56).shapes).toContainEqual({ kind: 'circle', role: 'norm-head', cx: 120, cy: 5, r: 3 })
    expect(roles(lane(56))).not.toContain('tick')
    expect(roles(bar({ value: 50, min: 0, max: 100, group: 40 }))).not.toContain('norm')
  })
  it('has no dot without a score', () => {
    expect(roles(lane(null))).not.toContain('dot')
    expect(roles(lane(null))).not.toContain('stem')
  })
  it('has whiskers of one standard error to both sides, and none without one', () => {
    const across = lane(56, 4).shapes.filter((shape) => shape.role === 'whisker')
    expect(across[0]).toMatchObject({ x1: 128, x2: 160, y1: 14, y2: 14 })
    expect(across).toHaveLength(3)
    for (const none of [lane(56), lane(null, 4), lane(56, 0), lane(120, 4)])
      expect(roles(none)).not.toContain('whisker')
  })
  it('stays inside for any T and error', () => {
    fc.assert(fc.property(score, score, (t, sem) => staysInside(lane(t, sem))))
  })
})

const levels = [
  { level: 'A1', from: 0 },
  { level: 'A2', from: 31 },
  { level: 'B1', from: 39 },
]

describe('ladder', () => {
  const input = { cuts: levels, max: 75, level: 'A2', total: 40, sem: 3.6, write: String }
  it('lets the given level stand out, not the one the total alone would give', () => {
    const shapes = ladder(input).shapes
    expect(shapes.filter((shape) => shape.role === 'step-on')).toEqual([
      { kind: 'rect', role: 'step-on', x: 248, y: 30, width: 64, height: 26, radius: 0 },
    ])
    expect(shapes.find((shape) => shape.role === 'dot')).toMatchObject({ cx: 320 })
  })
  it('covers the whole range without gap or overlap', () => {
    const steps = ladder(input).shapes.filter((shape) => shape.kind === 'rect')
    const ends = steps.map((step) => step.x + step.width)
    expect(steps.map((step) => step.x)).toEqual([0, ...ends.slice(0, -1)])
    expect(ends.at(-1)).toBe(600)
  })
  it('stays inside for any total and error', () => {
    const points = fc.double({ min: -20, max: 120, noNaN: true })
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 50, noNaN: true }), (total, sem) =>
        staysInside(ladder({ ...input, total, sem })),
      ),
    )
  })
})

describe('radar', () => {
  const axis = (value: number | null, category = 'a') => ({ label: 'x', category, value, group: null })
  it('needs three axes', () => {
    expect(radar([axis(1), axis(2)])).toBeNull()
  })
  it('is a closed area when every scale has a score', () => {
    const drawing = radar([axis(10), axis(50), axis(100)])
    expect(drawing?.shapes.find((shape) => shape.role === 'area')).toMatchObject({ closed: true })
  })
  it('never bridges a scale without a score', () => {
    const drawing = radar([axis(10), axis(20), axis(null), axis(40), axis(50), axis(60)])
    const lines = drawing?.shapes.filter((shape) => shape.role === 'outline') ?? []
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ closed: false })
    expect(lines[0]?.kind === 'polyline' && lines[0].points).toHaveLength(5)
    expect(drawing?.shapes.filter((shape) => shape.role === 'vertex')).toHaveLength(5)
  })
  it('has one outer arc for each category', () => {
    const drawing = radar([axis(1, 'a'), axis(1, 'a'), axis(1, 'b'), axis(1, 'c')])
    expect(drawing?.shapes.filter((shape) => shape.role === 'arc')).toHaveLength(3)
  })
  it('stays inside for any values', () => {
    const axes = fc.array(
      fc.record({ label: fc.constant('x'), category: fc.constantFrom('a', 'b'), value: score, group: score }),
      { maxLength: 24 },
    )
    fc.assert(
      fc.property(axes, (made) => {
        const drawing = radar(made)
        if (drawing) staysInside(drawing)
      }),
    )
  })
})

describe('spread', () => {
  it('stays inside for any mean, error and range', () => {
    fc.assert(
      fc.property(score, score, fc.tuple(fc.nat(200), fc.nat(200)), (value, error, range) =>
        staysInside(spread({ min: 20, max: 80, value, error, range })),
      ),
    )
  })
  it('fills as much as the shares are, from the lowest to the highest', () => {
    const { shapes } = shares([5, null, 10], 20)
    expect(shapes.filter(({ role }) => role.startsWith('band-'))).toEqual([
      { kind: 'rect', role: 'band-1', x: 0, y: 0, width: 25, height: 10, radius: 0 },
      { kind: 'rect', role: 'band-5', x: 50, y: 0, width: 50, height: 10, radius: 0 },
    ])
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(100), (parts, whole) => staysInside(shares(parts, whole))),
    )
  })
})

describe('share', () => {
  it('clamps and survives an empty range', () => {
    expect(share(5, 0, 10)).toBe(0.5)
    expect(share(-1, 0, 10)).toBe(0)
    expect(share(11, 0, 10)).toBe(1)
    expect(share(1, 3, 3)).toBe(0)
  })
})

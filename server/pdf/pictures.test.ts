import { describe, expect, it } from 'vitest'
import { bar } from '#report/bars.ts'
import { ladder } from '#report/ladder.ts'
import { lane } from '#report/lane.ts'
import { radar } from '#report/radar.ts'
import { margin, printedPicture } from './pictures.ts'

const picture = (drawing: Parameters<typeof printedPicture>[0]['drawing']) => ({ drawing, alt: 'Words' })

describe('a drawing on paper', () => {
  it('is as wide as its column; a fluid one keeps its height, another its proportions', () => {
    // 75 points are 100 CSS pixels.
    const fluid = printedPicture(picture(lane(50)), 75)
    expect([fluid.width, fluid.height]).toEqual([75, 28 * 0.75])
    expect(fluid.svg).toContain(`viewBox='-${margin} -${margin} ${100 + 2 * margin} ${28 + 2 * margin}'`)
    const axes = ['a', 'b', 'c'].map((label) => ({ label, category: 'x', value: 50, group: null }))
    const drawing = radar(axes)
    if (!drawing) throw new Error('no radar')
    const wheel = printedPicture(picture(drawing), drawing.width * 0.75 * 0.5)
    expect(wheel.height).toBeCloseTo(drawing.height * 0.75 * 0.5, 9)
  })

  it('leaves room around it, so that a dot at the end of its lane is whole', () => {
    const { svg } = printedPicture(picture(lane(20)), 75)
    expect(svg).toContain("<circle cx='0' cy='14' r='6'")
    expect(margin).toBeGreaterThan(7)
  })

  it('keeps words apart from lines, so that they stay text', () => {
    const cuts = [
      { level: 'A1', from: 0 },
      { level: 'B1', from: 39 },
    ]
    const drawing = ladder({ cuts, max: 75, level: 'B1', total: 40, sem: 3, write: String })
    const { labels, svg } = printedPicture(picture(drawing), 100)
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['A1', 'B1', '40']))
    expect(svg).not.toContain('<text')
    expect(labels.every(({ x }) => x >= 0 && x <= 100)).toBe(true)
  })

  it('gives every role of a drawing a look', () => {
    const { svg } = printedPicture(picture(bar({ value: 40, min: 0, max: 100, group: 60, cuts: [50] })), 100)
    for (const tag of svg.match(/<(rect|path|circle) [^>]*>/g) ?? []) expect(tag).toMatch(/(fill|stroke)='#/)
  })
})

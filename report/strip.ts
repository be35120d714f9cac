import { type Drawing, px, type Shape, share } from './drawing.ts'

const width = 240
const line = 18

/** One person on the axis. */
export interface StripPerson {
  /** The letter that stands for the person in the whole comparison. */
  letter: string
  /** Null where the person has no such score: the line stays empty. */
  value: number | null
  /** Half the length of the error bar; null draws none. */
  margin: number | null
  /** True where the score differs reliably from another: its mark is filled. */
  differs: boolean
}

interface StripAxis {
  min: number
  max: number
  /** The range in which most people are; drawn as a zone. */
  expected: readonly [from: number, to: number] | null
}

/**
 * Several people's scores on one axis, a line for each and the lines in the order given: 240 units wide and fluid, 18 px a line,
 * a mark with the person's letter and the error bar through it. Values outside the axis are drawn at its end.
 */
export function strip(people: readonly StripPerson[], { min, max, expected }: StripAxis): Drawing {
  const at = (of: number) => px(share(of, min, max) * width)
  const height = people.length * line
  const shapes: Shape[] = []
  if (expected !== null) {
    const [from, to] = expected
    shapes.push({
      kind: 'rect',
      role: 'zone',
      x: at(from),
      y: 0,
      width: px(at(to) - at(from)),
      height,
      radius: 0,
    })
  }
  people.forEach(({ letter, value, margin, differs }, index) => {
    const y = index * line + line / 2
    shapes.push({ kind: 'line', role: 'grid', x1: 0, y1: y, x2: width, y2: y })
    if (value === null) return
    if (margin !== null) {
      const [from, to] = [at(value - margin), at(value + margin)]
      for (const [x1, y1, x2, y2] of [
        [from, y, to, y],
        [from, y - 4, from, y + 4],
        [to, y - 4, to, y + 4],
      ] as const)
        shapes.push({ kind: 'line', role: 'whisker', x1, y1, x2, y2 })
    }
    const mark = differs ? 'person' : 'person-even'
    shapes.push({ kind: 'circle', role: mark, cx: at(value), cy: y, r: 8 })
    const x = at(value)
    shapes.push({ kind: 'text', role: `${mark}-label`, x, y: y + 4, anchor: 'middle', text: letter })
  })
  return { width, height, fluid: true, shapes }
}

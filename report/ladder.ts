import { type Anchor, type Drawing, px, type Shape, share } from './drawing.ts'

const width = 600
const height = 84
const top = 30
const thick = 26

export interface LadderInput {
  /** Levels in ascending order, each from its cut (inclusive) to the next one. */
  cuts: readonly { level: string; from: number }[]
  max: number
  /** The level given, which section caps may have lowered below the total's own. */
  level: string
  total: number
  /** Standard error of measurement in points, drawn as a span around the total. */
  sem: number
  /** The total as it is to be written, the cuts as they are to be written. */
  write: (points: number) => string
}

// A label in the middle of its mark would leave the box at the ends.
function anchorAt(part: number): Anchor {
  if (part < 0.04) return 'start'
  return part > 0.96 ? 'end' : 'middle'
}

/**
 * The placement ladder: one step per level, as wide as its points, on 600 units and fluid, 84 px high; the given level
 * stands out; cut scores under the steps; above them the total with ± 1 SEM.
 */
export function ladder({ cuts, max, level, total, sem, write }: LadderInput): Drawing {
  const part = (points: number) => share(points, 0, max)
  const at = (points: number) => part(points) * width
  const shapes: Shape[] = []
  cuts.forEach((cut, index) => {
    const from = Math.min(cut.from, max)
    const to = Math.min(cuts[index + 1]?.from ?? max, max)
    const on = cut.level === level
    shapes.push({
      kind: 'rect',
      role: on ? 'step-on' : 'step',
      x: px(at(from)),
      y: top,
      width: px(at(to) - at(from)),
      height: thick,
      radius: 0,
    })
    shapes.push({
      kind: 'text',
      role: on ? 'step-label-on' : 'step-label',
      x: px((at(from) + at(to)) / 2),
      y: top + 17.5,
      anchor: 'middle',
      text: cut.level,
    })
    if (from > 0) {
      shapes.push({ kind: 'line', role: 'cut', x1: px(at(from)), y1: top, x2: px(at(from)), y2: top + thick })
    }
    shapes.push({
      kind: 'text',
      role: 'cut-label',
      x: px(at(from)),
      y: top + thick + 17,
      anchor: anchorAt(part(from)),
      text: write(from),
    })
  })
  shapes.push({
    kind: 'text',
    role: 'cut-label',
    x: width,
    y: top + thick + 17,
    anchor: 'end',
    text: write(max),
  })
  const y = top - 8
  // Into the step, not across it: the total is often where the level's name is.
  const pin = top + 6
  shapes.push({ kind: 'line', role: 'error', x1: px(at(total - sem)), y1: y, x2: px(at(total + sem)), y2: y })
  shapes.push({ kind: 'line', role: 'halo', x1: px(at(total)), y1: y, x2: px(at(total)), y2: pin })
  shapes.push({ kind: 'line', role: 'tick', x1: px(at(total)), y1: y, x2: px(at(total)), y2: pin })
  shapes.push({ kind: 'circle', role: 'dot', cx: px(at(total)), cy: y, r: 5 })
  shapes.push({
    kind: 'text',
    role: 'score-label',
    x: px(at(total)),
    y: 12,
    anchor: anchorAt(part(total)),
    text: write(total),
  })
  return { width, height, fluid: true, shapes }
}

import { type Drawing, px, type Shape, share } from './drawing.ts'

const width = 100
const height = 18
const top = 4
const thick = 10

/** A vertical mark with a ring of ground around it, so that it stays visible on a filled bar. */
function tick(x: number, from: number, to: number): Shape[] {
  return [
    { kind: 'line', role: 'halo', x1: px(x), y1: from, x2: px(x), y2: to },
    { kind: 'line', role: 'tick', x1: px(x), y1: from, x2: px(x), y2: to },
  ]
}

export interface BarInput {
  /** The measured value; `null` draws the empty track. */
  value: number | null
  min: number
  max: number
  /** The comparison group's mean on the same scale; `null` draws no mark. */
  group?: number | null
  /** Faint lines across the track, on the same scale. */
  cuts?: readonly number[]
}

/**
 * A horizontal bar from `min` to `max`, fluid, 100 units wide and 18 px high, with the group's mean as an 18 px mark.
 * Values outside the scale are drawn at its end.
 */
export function bar({ value, min, max, group = null, cuts = [] }: BarInput): Drawing {
  const at = (of: number) => share(of, min, max) * width
  const shapes: Shape[] = [{ kind: 'rect', role: 'track', x: 0, y: top, width, height: thick, radius: 5 }]
  if (value !== null && at(value) > 0) {
    shapes.push({ kind: 'rect', role: 'fill', x: 0, y: top, width: px(at(value)), height: thick, radius: 5 })
  }
  for (const cut of cuts) {
    const x = px(at(cut))
    shapes.push({ kind: 'line', role: 'cut', x1: x, y1: top, x2: x, y2: top + thick })
  }
  if (group !== null) for (const shape of tick(at(group), 0, height)) shapes.push(shape)
  return { width, height, fluid: true, shapes }
}

import { type Drawing, px, type Shape, share } from './drawing.ts'

const lowest = 20
const highest = 80
const width = 240
const height = 28
const middle = 14

/** A thin line with a short bar at each end: drawn over the stem, so that it is seen on both sides of the dot. */
function whiskers(from: number, to: number): Shape[] {
  const line = (x1: number, y1: number, x2: number, y2: number): Shape => ({
    kind: 'line',
    role: 'whisker',
    x1,
    y1,
    x2,
    y2,
  })
  if (to <= from) return []
  return [
    line(from, middle, to, middle),
    line(from, middle - 4, from, middle + 4),
    line(to, middle - 4, to, middle + 4),
  ]
}

/** The norm's mean is a pin, so that nobody takes it for the group's mean, which is a plain mark across the bars above. */
function pin(x: number): Shape[] {
  const line = { kind: 'line', x1: px(x), y1: 5, x2: px(x), y2: 23 } as const
  return [
    { ...line, role: 'halo' },
    { ...line, role: 'norm' },
    { kind: 'circle', role: 'norm-head', cx: px(x), cy: 5, r: 3 },
  ]
}

/**
 * A T score's lane: T 20 to 80 on 240 units (x = (T − 20) / 60 · 240), fluid, 28 px high; the expected range 45 to 55
 * darker, faint cuts at 40 and 60, a pin at the norm group's mean 50 and a stem from it to the person's dot, whiskers of
 * one standard error to both sides of the dot.
 * @param t T score; beyond 20 to 80 it is drawn at the end; `null` draws the empty lane
 * @param sem standard error of measurement in T points; `null` draws no whiskers
 */
export function lane(t: number | null, sem: number | null = null): Drawing {
  const at = (of: number) => share(of, lowest, highest) * width
  const shapes: Shape[] = [
    { kind: 'rect', role: 'track', x: 0, y: 10, width, height: 8, radius: 4 },
    { kind: 'rect', role: 'range', x: at(45), y: 10, width: at(55) - at(45), height: 8, radius: 0 },
  ]
  for (const cut of [40, 60]) {
    shapes.push({ kind: 'line', role: 'cut', x1: at(cut), y1: 10, x2: at(cut), y2: 18 })
  }
  for (const shape of pin(at(50))) shapes.push(shape)
  if (t !== null) {
    const x = px(at(t))
    shapes.push({ kind: 'line', role: 'stem', x1: at(50), y1: middle, x2: x, y2: middle })
    if (sem !== null) for (const shape of whiskers(px(at(t - sem)), px(at(t + sem)))) shapes.push(shape)
    // The dot is 6 px wide on each side at any lane width: kept inside by the renderer's overflow, not moved.
    shapes.push({ kind: 'circle', role: 'dot', cx: x, cy: middle, r: 6 })
  }
  return { width, height, fluid: true, shapes }
}

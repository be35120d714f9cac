import { type Anchor, type Drawing, type Point, px, type Shape } from './drawing.ts'

const width = 500
const height = 404
const centre = { x: 250, y: 202 }
const radius = 140

export interface RadarAxis {
  label: string
  /** Axes of one category are side by side under one outer arc. */
  category: string
  /** 0 to 100; `null` has no vertex. */
  value: number | null
  group: number | null
}

function at(angle: number, distance: number): Point {
  return [px(centre.x + distance * Math.cos(angle)), px(centre.y + distance * Math.sin(angle))]
}

function circle(distance: number): Shape {
  return { kind: 'circle', role: 'grid', cx: centre.x, cy: centre.y, r: distance }
}

// Typst has no arcs and SVG's are awkward: 3° steps look round at every size.
function arc(from: number, to: number, distance: number): Point[] {
  const steps = Math.max(2, Math.ceil((to - from) / (Math.PI / 60)))
  return Array.from({ length: steps + 1 }, (_, step) => at(from + ((to - from) * step) / steps, distance))
}

/** Neighbouring axes that have a value; a ring when all have. A gap is never bridged: it would show a score that is not there. */
function runs(points: readonly (Point | null)[]): { points: Point[]; closed: boolean }[] {
  if (points.every((point) => point !== null)) return [{ points: [...points], closed: true }]
  const start = points.indexOf(null)
  const found: Point[][] = []
  let open: Point[] = []
  for (let step = 1; step <= points.length; step++) {
    const point = points[(start + step) % points.length] ?? null
    if (point) open.push(point)
    else if (open.length > 0) {
      found.push(open)
      open = []
    }
  }
  return found.filter((run) => run.length > 1).map((run) => ({ points: run, closed: false }))
}

const anchorOf = (cosine: number): Anchor =>
  Math.abs(cosine) < 0.02 ? 'middle' : cosine > 0 ? 'start' : 'end'

/** The places of percentages on each axis, the drawing under the outlines, and the words over them. */
function frame(axes: readonly Pick<RadarAxis, 'label' | 'category'>[], numbers: boolean) {
  const slice = (2 * Math.PI) / axes.length
  const angle = (index: number) => -Math.PI / 2 + slice * (index + 0.5)
  const spot = (index: number, percent: number | null) =>
    percent === null ? null : at(angle(index), (radius * Math.min(100, Math.max(0, percent))) / 100)

  const under: Shape[] = [25, 50, 75, 100].map((ring) => circle((radius * ring) / 100))
  axes.forEach((_, index) => {
    const [x2, y2] = at(angle(index), radius)
    under.push({ kind: 'line', role: 'grid', x1: centre.x, y1: centre.y, x2, y2 })
  })
  let first = 0
  axes.forEach((axis, index) => {
    if (axes[index + 1]?.category === axis.category) return
    const gap = 0.03
    const points = arc(angle(first) - slice / 2 + gap, angle(index) + slice / 2 - gap, radius + 9)
    under.push({ kind: 'polyline', role: 'arc', points, closed: false })
    first = index + 1
  })
  const words: Shape[] = axes.map((axis, index) => {
    const [x, y] = at(angle(index), radius + 21)
    const anchor = anchorOf(Math.cos(angle(index)))
    return { kind: 'text', role: 'axis-label', x, y: px(y + 4), anchor, text: axis.label }
  })
  for (const ring of numbers ? [50, 100] : []) {
    const y = px(centre.y - (radius * ring) / 100 + 12)
    words.push({ kind: 'text', role: 'ring-label', x: centre.x + 3, y, anchor: 'start', text: String(ring) })
  }
  return { spot, under, words }
}

/**
 * The radar of all scales in percent: 500 × 404 px, rings at 25, 50, 75 and 100, axes in the order given, clockwise from
 * just right of the top, one outer arc per category, the group's mean dashed.
 * @param numbers whether the rings say their percent
 * @returns null for fewer than three axes, of which no area can be drawn
 */
export function radar(axes: readonly RadarAxis[], numbers = true): Drawing | null {
  if (axes.length < 3) return null
  const { spot, under, words } = frame(axes, numbers)
  const shapes = [...under]
  for (const run of runs(axes.map((axis, index) => spot(index, axis.group)))) {
    shapes.push({ kind: 'polyline', role: 'group', ...run })
  }
  const vertices = axes.map((axis, index) => spot(index, axis.value))
  for (const run of runs(vertices)) {
    shapes.push({ kind: 'polyline', role: run.closed ? 'area' : 'outline', ...run })
  }
  for (const vertex of vertices) {
    if (vertex) shapes.push({ kind: 'circle', role: 'vertex', cx: vertex[0], cy: vertex[1], r: 3 })
  }
  return { width, height, fluid: false, shapes: [...shapes, ...words] }
}

const personRoles = [
  ['line-1', 'vertex-1'],
  ['line-2', 'vertex-2'],
  ['line-3', 'vertex-3'],
] as const

/**
 * The same for two or three people, each with an outline of another line and no area, which would hide the one below.
 * @param axes with one percentage for each person, 0 to 100; null has no vertex
 */
export function radarOfPeople(
  axes: readonly (Pick<RadarAxis, 'label' | 'category'> & { values: readonly (number | null)[] })[],
): Drawing | null {
  if (axes.length < 3) return null
  const { spot, under, words } = frame(axes, false)
  const shapes = [...under]
  personRoles.forEach(([line, dot], person) => {
    const vertices = axes.map(({ values }, index) => spot(index, values[person] ?? null))
    for (const run of runs(vertices)) shapes.push({ kind: 'polyline', role: line, ...run })
    for (const vertex of vertices)
      if (vertex) shapes.push({ kind: 'circle', role: dot, cx: vertex[0], cy: vertex[1], r: 3 })
  })
  return { width, height, fluid: false, shapes: [...shapes, ...words] }
}

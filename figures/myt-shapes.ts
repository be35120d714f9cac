import { circle, ink, line, type Point, path, polygon } from './svg.ts'

/** The shapes that the one-sentence instructions of MYT speak of, drawn around a centre. */
export type Shape = 'square' | 'circle' | 'triangle' | 'diamond' | 'star'
export type Pattern = 'plain' | 'striped' | 'dotted'

const look = { fill: ink.paper, width: 3 }

function corners(shape: Exclude<Shape, 'circle'>, [x, y]: Point, half: number): Point[] {
  const around = (angles: readonly number[], radius: (i: number) => number): Point[] =>
    angles.map((degrees, i) => {
      const angle = (degrees * Math.PI) / 180
      return [x + radius(i) * Math.cos(angle), y + radius(i) * Math.sin(angle)]
    })
  switch (shape) {
    case 'square':
      return [
        [x - half, y - half],
        [x + half, y - half],
        [x + half, y + half],
        [x - half, y + half],
      ]
    case 'triangle':
      return [
        [x, y - half],
        [x + half, y + half],
        [x - half, y + half],
      ]
    case 'diamond':
      return around([-90, 0, 90, 180], () => half * 1.05)
    case 'star':
      return around([-90, -54, -18, 18, 54, 90, 126, 162, 198, 234], (i) => half * (i % 2 === 0 ? 1.1 : 0.48))
  }
}

/** Only squares and circles have patterns: the two that the items compare. */
function patterned(shape: 'square' | 'circle', pattern: Pattern, [x, y]: Point, half: number): string {
  const steps = half > 18 ? [-0.66, -0.33, 0, 0.33, 0.66] : [-0.5, 0, 0.5]
  if (pattern === 'striped') {
    const stripes = steps.map((step) => {
      const reach = half * (shape === 'square' ? 1 : Math.sqrt(1 - step ** 2))
      return `M${Math.round(x + step * half)} ${Math.round(y - reach)}v${Math.round(2 * reach)}`
    })
    return path(stripes.join(''), { stroke: ink.solid, width: 3 })
  }
  if (pattern === 'plain') return ''
  const places = half > 18 ? [-0.5, 0, 0.5] : [-0.45, 0.45]
  return places
    .flatMap((dx) =>
      places.map((dy) => circle(x + dx * half, y + dy * half, 3, { fill: ink.solid, stroke: 'none' })),
    )
    .join('')
}

export function draw(shape: Shape, pattern: Pattern, centre: Point, half: number): string {
  const outline =
    shape === 'circle' ? circle(...centre, half, look) : polygon(corners(shape, centre, half), look)
  return shape === 'square' || shape === 'circle'
    ? outline + patterned(shape, pattern, centre, half)
    : outline
}

/** An arrow of the given length, centred, pointing up before it is turned. */
export function arrow([x, y]: Point, degrees: number, half: number): string {
  const turn = ([dx, dy]: Point): Point => {
    const angle = (degrees * Math.PI) / 180
    return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)]
  }
  const head: Point[] = [
    [-half * 0.5, -half * 0.3],
    [0, -half],
    [half * 0.5, -half * 0.3],
  ]
  return (
    line(turn([0, half]), turn([0, -half * 0.5]), { width: 6 }) +
    polygon(head.map(turn), { fill: ink.line, width: 3 })
  )
}

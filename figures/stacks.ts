import { ink, line, type Point, path, polygon } from './svg.ts'

/** Cubes on a table: `heights[row][column]`, row 0 at the back left edge, rows towards the viewer's left. */
export type Stack = readonly (readonly number[])[]

export const cubeCount = (stack: Stack) => stack.flat().reduce((sum, height) => sum + height, 0)
/** Seen from the left front side, from left to right, and from the right front side. */
export const leftFront = (stack: Stack) =>
  (stack[0] ?? []).map((_, column) => Math.max(...stack.map((row) => row[column] ?? 0)))
export const rightFront = (stack: Stack) => stack.map((row) => Math.max(...row)).toReversed()

const edge = 26
const wide = edge * Math.cos(Math.PI / 6)
/** A corner of the grid in the drawing, from the corner at the back on the table. */
export const project = (row: number, column: number, up: number): Point => [
  (column - row) * wide,
  (column + row) * (edge / 2) - up * edge,
]

export type Face = {
  row: number
  column: number
  up: number
  side: 'top' | 'left' | 'right'
  corners: readonly Point[]
}
/** Every face that is turned to the viewer, from the back to the front, so that later ones cover earlier ones. */
export function faces(stack: Stack): Face[] {
  return stack.flatMap((cells, row) =>
    cells.flatMap((height, column) =>
      Array.from({ length: height }, (_, up): Face[] => {
        const at = (r: number, c: number, u: number) => project(row + r, column + c, up + u)
        const sides = {
          left: [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)],
          right: [at(0, 1, 0), at(1, 1, 0), at(1, 1, 1), at(0, 1, 1)],
          top: [at(0, 0, 1), at(0, 1, 1), at(1, 1, 1), at(1, 0, 1)],
        }
        const drawn = up + 1 === height ? (['left', 'right', 'top'] as const) : (['left', 'right'] as const)
        return drawn.map((side) => ({ row, column, up, side, corners: sides[side] }))
      }).flat(),
    ),
  )
}

const inside = ([x, y]: Point, corners: readonly Point[]) =>
  corners.reduce((odd, [ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay]
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !odd : odd
  }, false)

/** The middles of a face's two triangles: seen from this corner, a triangle is covered wholly or not at all. */
function triangles([a, b, c, d]: readonly Point[]): Point[] {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return []
  const short = Math.hypot(a[0] - c[0], a[1] - c[1]) < edge * 1.5
  const middle = (...three: readonly Point[]): Point => [
    three.reduce((sum, [x]) => sum + x, 0) / 3,
    three.reduce((sum, [, y]) => sum + y, 0) / 3,
  ]
  return short ? [middle(a, b, c), middle(a, c, d)] : [middle(a, b, d), middle(b, c, d)]
}

/** The faces with how many of their two triangles can be seen. */
export function seen(stack: Stack): { face: Face; triangles: number }[] {
  const all = faces(stack)
  return all.map((face, i) => {
    const free = triangles(face.corners).filter(
      (at) => !all.slice(i + 1).some(({ corners }) => inside(at, corners)),
    )
    return { face, triangles: free.length }
  })
}

const fills = { top: ink.paper, left: ink.pale, right: ink.grey }
const rounded = ({ corners }: Face) => corners.map(([x, y]): Point => [Math.round(x), Math.round(y)])
/** Faces covered in part first, then the free ones, which cover nothing but those, as one path of each side. */
export function drawStack(stack: Stack): string {
  const drawn = seen(stack)
  const partly = drawn.filter(({ triangles: free }) => free === 1)
  const free = (['left', 'right', 'top'] as const).map((side) => {
    const outlines = drawn.flatMap(({ face, triangles: n }) =>
      n === 2 && face.side === side ? [rounded(face)] : [],
    )
    return path(outlines.map((corners) => `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join(''), {
      fill: fills[side],
    })
  })
  return partly.map(({ face }) => polygon(rounded(face), { fill: fills[face.side] })).join('') + free.join('')
}

/** An arrow that looks along the rows from the left front. */
export function lookArrow([x, y]: Point): string {
  const to: Point = [x + wide * 1.1, y - edge * 0.55]
  return (
    line([x, y], to, { stroke: ink.accent, width: 4 }) +
    path(`M${to[0] - 11} ${to[1] - 1}L${to[0]} ${to[1]}L${to[0] - 6} ${to[1] + 9}`, {
      stroke: ink.accent,
      width: 4,
    })
  )
}

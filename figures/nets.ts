/** Six squares on a grid that may fold to a cube: each cell with the name of its face. */
export type Cell = readonly [row: number, column: number]
export type Net = readonly Cell[]

/** Where the faces of a rolling cube point; `under` lies on the grid. */
type Rolling = { under: Side; over: Side; north: Side; south: Side; east: Side; west: Side }
export const sides = ['U', 'D', 'N', 'S', 'E', 'W'] as const
export type Side = (typeof sides)[number]

const roll: Record<string, (c: Rolling) => Rolling> = {
  '0,1': (c) => ({ ...c, under: c.east, west: c.under, over: c.west, east: c.over }),
  '0,-1': (c) => ({ ...c, under: c.west, east: c.under, over: c.east, west: c.over }),
  '1,0': (c) => ({ ...c, under: c.south, north: c.under, over: c.north, south: c.over }),
  '-1,0': (c) => ({ ...c, under: c.north, south: c.under, over: c.south, north: c.over }),
}

/** The side of the cube that each square becomes, in the net's order: a cube is rolled over all of them. */
export function folded(net: Net): Side[] {
  const start: Rolling = { under: 'D', over: 'U', north: 'N', south: 'S', east: 'E', west: 'W' }
  const first = net[0]
  if (first === undefined) return []
  const reached = new Map<string, Rolling>([[String(first), start]])
  const queue: Cell[] = [first]
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    const here = reached.get(String(cell))
    if (here === undefined) break
    for (const [step, turn] of Object.entries(roll)) {
      const [down = 0, right = 0] = step.split(',').map(Number)
      const next: Cell = [cell[0] + down, cell[1] + right]
      if (reached.has(String(next)) || !net.some((each) => String(each) === String(next))) continue
      reached.set(String(next), turn(here))
      queue.push(next)
    }
  }
  return net.flatMap((cell) => reached.get(String(cell))?.under ?? [])
}

/** Whether the squares hang together and become six different sides. */
export const closes = (net: Net) => net.length === 6 && new Set(folded(net)).size === 6

/** Three sides seen at once: above, in front on the left, in front on the right. */
export type View = readonly [top: number, left: number, right: number]

const axes: Record<Side, readonly [number, number, number]> = {
  E: [1, 0, 0],
  W: [-1, 0, 0],
  N: [0, 1, 0],
  S: [0, -1, 0],
  U: [0, 0, 1],
  D: [0, 0, -1],
}

/**
 * All 24 views of the folded net, by the squares' places in it. The printed side of the net is outside: the square
 * under the cube shows its face downwards, seen from below as in a mirror, hence the sign of the turning sense.
 */
export function views(net: Net): View[] {
  const where = folded(net)
  const faces = net.map((_, i) => i)
  const vector = (face: number) => axes[where[face] ?? 'U']
  return faces.flatMap((top) =>
    faces.flatMap((left) =>
      faces.flatMap((right): View[] =>
        sense(vector(top), vector(left), vector(right)) === -1 ? [[top, left, right]] : [],
      ),
    ),
  )
}

type Vector = readonly [number, number, number]
/** The determinant: 1 or -1 for three sides around one corner, 0 for any others. */
export const sense = ([a, b, c]: Vector, [d, e, f]: Vector, [g, h, i]: Vector) =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

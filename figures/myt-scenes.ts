import { arrow, draw, type Pattern, type Shape } from './myt-shapes.ts'
import { circle, ink, label, line, rect, svg } from './svg.ts'

/**
 * MYT, simple instructions: small worlds of shapes. What an instruction asks for is a rule over the same things that
 * are drawn, so that the picture and its right answer cannot part.
 */
export type Letter = 'a' | 'b' | 'c' | 'd'
export type Thing = {
  letter?: Letter
  shape: Shape
  pattern?: Pattern
  small?: boolean
  /** A smaller shape in the middle. */
  inside?: Shape
  column: number
  row?: number
}
export type Scene = {
  /** Boxes close together on shelves, each with its letter in it; else single things with the letters below. */
  stacked?: boolean
  shelves?: boolean
  /** Over which column an arrow points down. */
  arrowAt?: number
  things: readonly Thing[]
  fits: (thing: Thing, things: readonly Thing[]) => boolean
  key: Letter
}
/** Options that are pictures of their own. */
export type Tile =
  | { shape: Shape; pattern?: Pattern; inside?: Shape }
  | { arrow: number; dot: 'left' | 'right' }
export type Tiles = {
  tiles: Readonly<Record<Letter, Tile>>
  fits: (tile: Tile) => boolean
  key: Letter
}

const only = (things: readonly Thing[], shape: Shape): Thing => {
  const [found, ...more] = things.filter((thing) => thing.shape === shape)
  if (!found || more.length > 0) throw new Error(`the scene needs exactly one ${shape}`)
  return found
}
const rowOf = ({ row = 0 }: Thing) => row
/** A grid of plain boxes; `letters` names some of them as "row,column". */
const boxes = (rows: number, columns: number, letters: Readonly<Record<string, Letter>>): Thing[] =>
  Array.from({ length: rows * columns }, (_, i): Thing => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    const letter = letters[`${row},${column}`]
    return { shape: 'square', row, column, ...(letter && { letter }) }
  })

export const scenes: Readonly<Record<string, Scene>> = {
  bp2: {
    things: [
      { shape: 'square', column: 0, letter: 'a' },
      { shape: 'circle', column: 1, letter: 'b' },
      { shape: 'triangle', column: 2, letter: 'c' },
      { shape: 'star', column: 3, letter: 'd' },
    ],
    fits: ({ column }, things) => column === Math.max(...things.map((thing) => thing.column)),
    key: 'd',
  },
  bt02: {
    things: [
      { shape: 'square', pattern: 'striped', small: true, column: 0, letter: 'a' },
      { shape: 'square', pattern: 'dotted', column: 1, letter: 'b' },
      { shape: 'square', pattern: 'plain', column: 2, letter: 'c' },
      { shape: 'square', pattern: 'striped', column: 3, letter: 'd' },
    ],
    fits: ({ pattern, small }) => pattern === 'striped' && small !== true,
    key: 'd',
  },
  bt03: {
    things: [
      { shape: 'triangle', column: 0, letter: 'a' },
      { shape: 'square', column: 1, letter: 'b' },
      { shape: 'circle', column: 2 },
      { shape: 'diamond', column: 3, letter: 'c' },
      { shape: 'star', column: 4, letter: 'd' },
    ],
    fits: ({ column }, things) => column === only(things, 'circle').column - 1,
    key: 'b',
  },
  bt05: {
    things: [
      { shape: 'square', pattern: 'dotted', column: 0, letter: 'a' },
      { shape: 'square', pattern: 'plain', column: 1, letter: 'b' },
      { shape: 'square', pattern: 'striped', column: 2, letter: 'c' },
      { shape: 'circle', column: 3 },
      { shape: 'square', pattern: 'striped', column: 4, letter: 'd' },
    ],
    fits: ({ pattern, column }, things) => pattern === 'striped' && column < only(things, 'circle').column,
    key: 'c',
  },
  bt06: {
    stacked: true,
    shelves: true,
    things: boxes(3, 3, { '0,2': 'a', '1,2': 'b', '2,1': 'c', '2,2': 'd' }),
    fits: ({ column, row }) => row === 1 && column === 2,
    key: 'b',
  },
  bt07: {
    things: [
      { shape: 'star', column: 0, letter: 'a' },
      { shape: 'triangle', column: 1 },
      { shape: 'diamond', column: 2, letter: 'b' },
      { shape: 'square', column: 3 },
      { shape: 'circle', column: 4, letter: 'c' },
      { shape: 'star', column: 5, letter: 'd' },
    ],
    fits: ({ column }, things) =>
      only(things, 'triangle').column < column && column < only(things, 'square').column,
    key: 'b',
  },
  bt08: {
    things: [
      { shape: 'circle', pattern: 'plain', column: 0, letter: 'a' },
      { shape: 'circle', pattern: 'striped', column: 1, letter: 'b' },
      { shape: 'circle', pattern: 'plain', small: true, column: 2, letter: 'c' },
      { shape: 'square', pattern: 'plain', column: 3, letter: 'd' },
    ],
    fits: ({ shape, pattern, small }) => shape === 'circle' && pattern === 'plain' && small !== true,
    key: 'a',
  },
  bt09: {
    stacked: true,
    things: boxes(3, 4, { '0,1': 'a', '0,2': 'b', '1,1': 'c', '1,2': 'd' }),
    fits: ({ column, row }) => column === 2 && row === 1,
    key: 'd',
  },
  bt10: {
    stacked: true,
    arrowAt: 4,
    things: boxes(1, 6, { '0,2': 'a', '0,3': 'b', '0,4': 'c', '0,5': 'd' }),
    fits: ({ column }) => column === 4 - 2,
    key: 'a',
  },
}

export const tiles: Readonly<Record<string, Tiles>> = {
  bp1: {
    tiles: {
      a: { shape: 'circle', pattern: 'plain' },
      b: { shape: 'circle', pattern: 'striped' },
      c: { shape: 'square', pattern: 'striped' },
      d: { shape: 'square', pattern: 'plain' },
    },
    fits: (tile) => 'shape' in tile && tile.shape === 'circle' && tile.pattern === 'striped',
    key: 'b',
  },
  bt01: {
    tiles: {
      a: { shape: 'circle', inside: 'star' },
      b: { shape: 'square', inside: 'circle' },
      c: { shape: 'square', inside: 'star' },
      d: { shape: 'circle', inside: 'square' },
    },
    fits: (tile) => 'shape' in tile && tile.shape === 'square' && tile.inside === 'star',
    key: 'c',
  },
  bt04: {
    tiles: {
      a: { arrow: 0, dot: 'right' },
      b: { arrow: 0, dot: 'left' },
      c: { arrow: 180, dot: 'right' },
      d: { arrow: 180, dot: 'left' },
    },
    fits: (tile) => 'arrow' in tile && tile.arrow === 0 && tile.dot === 'right',
    key: 'a',
  },
}

function drawScene({ things, stacked, shelves, arrowAt }: Scene): string {
  const columns = 1 + Math.max(...things.map(({ column }) => column))
  const rows = 1 + Math.max(...things.map(rowOf))
  const [wide, high, top] = [stacked ? 54 : 58, stacked ? 56 : 80, arrowAt === undefined ? 8 : 56]
  const shapes = things.map((thing) => {
    const centre = [8 + wide * (thing.column + 0.5), top + high * rowOf(thing) + (stacked ? 28 : 30)] as const
    const letter = thing.letter?.toUpperCase()
    const half = stacked ? 21 : thing.small ? 12 : 21
    const drawn = draw(thing.shape, thing.pattern ?? 'plain', centre, half)
    if (letter === undefined) return drawn
    return drawn + label(centre[0], stacked ? centre[1] : centre[1] + 40, letter, 22)
  })
  const boards = shelves
    ? Array.from({ length: rows }, (_, row) => {
        const y = top + high * row + 51
        return line([8, y], [8 + wide * columns, y], { stroke: ink.solid, width: 4 })
      })
    : []
  const pointer = arrowAt === undefined ? '' : arrow([8 + wide * (arrowAt + 0.5), 34], 180, 22)
  return svg(16 + wide * columns, top + high * rows + 8, ...shapes, ...boards, pointer)
}

function drawTile(tile: Tile): string {
  if ('arrow' in tile) {
    const dot = circle(tile.dot === 'right' ? 92 : 28, 60, 9, { fill: ink.line, stroke: 'none' })
    return svg(120, 120, rect(8, 8, 104, 104, { width: 3 }), arrow([60, 60], tile.arrow, 36), dot)
  }
  const inner = tile.inside && draw(tile.inside, 'plain', [60, 60], 20)
  return svg(120, 120, draw(tile.shape, tile.pattern ?? 'plain', [60, 60], 46), inner ?? '')
}

export const drawings = (): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(scenes).map(([id, scene]) => [`figures/${id}.svg`, drawScene(scene)]),
    ...Object.entries(tiles).flatMap(([id, { tiles }]) =>
      Object.entries(tiles).map(([letter, tile]) => [`figures/${id}-${letter}.svg`, drawTile(tile)]),
    ),
  ])

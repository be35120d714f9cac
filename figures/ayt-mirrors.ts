import { drawGrid, flipColumns, flipRows, type Places, placesKey, quarterTurn } from './grids.ts'
import { puzzle } from './puzzles.ts'
import { ink, line, rect, svg } from './svg.ts'

/** A pattern in front of an upright mirror beside it. */
export type Pattern = { id: string; side: number; places: Places }

export const simple: Pattern = {
  id: 'mc00',
  side: 3,
  places: [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ],
}
export const denser: Pattern = {
  id: 'mc02',
  side: 4,
  places: [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 3],
  ],
}

const drawPattern = (side: number, places: Places, x: number, y: number, cell: number) =>
  drawGrid([x, y], side, side, cell) +
  places
    .map(([row, column]) => rect(x + column * cell, y + row * cell, cell, cell, { fill: ink.solid }))
    .join('')

function make({ id, side, places }: Pattern) {
  const right = flipColumns(side, places)
  const wrong = [places, flipRows(side, places), quarterTurn(side, places)] as const
  const cell = 84 / side
  return puzzle<Places>(id, {
    prompt: svg(
      180,
      112,
      drawPattern(side, places, 20, 14, cell),
      line([126, 6], [126, 106], { stroke: ink.accent, width: 4 }),
      ...[0, 1, 2, 3, 4].map((i) => line([129, 22 + i * 20], [137, 14 + i * 20], { stroke: ink.accent })),
    ),
    options: [right, ...wrong],
    draw: (option) => svg(96, 96, drawPattern(side, option, 6, 6, cell)),
    right: (option) => placesKey(option) === placesKey(right),
    key: placesKey,
  })
}

export const puzzles = [make(simple), make(denser)]

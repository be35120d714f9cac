import { ink, type Point, path, rect } from './svg.ts'

/** Marked places of a square grid; the models of mirror images and of punched paper. */
export type Place = readonly [row: number, column: number]
export type Places = readonly Place[]

export const placesKey = (places: Places) => [...new Set(places.map(String))].sort().join(' ')
export const flipColumns = (side: number, places: Places): Places =>
  places.map(([row, column]) => [row, side - 1 - column])
export const flipRows = (side: number, places: Places): Places =>
  places.map(([row, column]) => [side - 1 - row, column])
export const quarterTurn = (side: number, places: Places): Places =>
  places.map(([row, column]) => [column, side - 1 - row])

/** The paper with its lines. */
export function drawGrid([x, y]: Point, rows: number, columns: number, cell: number): string {
  const across = Array.from({ length: rows - 1 }, (_, i) => `M${x} ${y + (i + 1) * cell}h${columns * cell}`)
  const down = Array.from({ length: columns - 1 }, (_, i) => `M${x + (i + 1) * cell} ${y}v${rows * cell}`)
  return (
    rect(x, y, columns * cell, rows * cell, { fill: ink.paper }) +
    path([...across, ...down].join(''), { stroke: ink.pale })
  )
}

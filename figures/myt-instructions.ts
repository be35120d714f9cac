import { circle, ink, line, type Point, path, polyline, rect, svg } from './svg.ts'

// MYT: one pictogram for each section's instructions, in the manner of those before the test: thin lines, one accent.

const side = 96
const thin = { width: 3 }
const strong = { stroke: ink.accent, width: 5 }
const tinted = { stroke: ink.accent, fill: ink.tint, width: 3 }

const check = (x: number, y: number) =>
  polyline(
    [
      [x - 8, y],
      [x - 2, y + 7],
      [x + 9, y - 8],
    ],
    strong,
  )

/** An arrow with its point at `to`, straight along one axis. */
const arrow = (from: Point, to: Point) => {
  const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])]
  const wing = (turn: 1 | -1): Point => [to[0] - 9 * dx + turn * 8 * dy, to[1] - 9 * dy + turn * 8 * dx]
  return line(from, to, strong) + polyline([wing(1), to, wing(-1)], strong)
}

/** Four pictures, of which one is chosen. */
const basit = () =>
  rect(10, 10, 34, 34, thin, 5) +
  circle(27, 27, 9, thin) +
  rect(52, 10, 34, 34, thin, 5) +
  rect(60, 18, 18, 18, thin) +
  rect(10, 52, 34, 34, thin, 5) +
  polyline(
    [
      [18, 77],
      [27, 61],
      [36, 77],
      [18, 77],
    ],
    thin,
  ) +
  rect(52, 52, 34, 34, tinted, 5) +
  check(69, 69)

/** Two rows of marks are compared, and a stopwatch runs. */
const dikkat = () =>
  rect(8, 10, 52, 28, thin, 5) +
  circle(22, 24, 5, { fill: ink.line, width: 2 }) +
  rect(31, 19, 10, 10, thin) +
  line([48, 19], [54, 29], thin) +
  rect(8, 48, 52, 28, thin, 5) +
  circle(22, 62, 5, { fill: ink.line, width: 2 }) +
  rect(31, 57, 10, 10, thin) +
  line([54, 57], [48, 67], thin) +
  line([72, 25], [72, 33], thin) +
  line([66, 23], [78, 23], thin) +
  circle(72, 52, 19, tinted) +
  polyline(
    [
      [72, 41],
      [72, 53],
      [80, 58],
    ],
    strong,
  )

/** Rain from a cloud, then a puddle. */
const sebep = () =>
  path('M22 40 h26 a11 11 0 0 0 2 -21 a16 16 0 0 0 -30 -3 a12 12 0 0 0 2 24 Z', thin) +
  [24, 36, 48].map((x) => line([x, 48], [x - 5, 60], strong)).join('') +
  arrow([58, 30], [84, 30]) +
  path('M12 80 a26 8 0 1 0 52 0 a26 8 0 1 0 -52 0 Z', tinted) +
  path('M70 62 a8 8 0 1 0 16 0 c0 -6 -8 -16 -8 -16 c0 0 -8 10 -8 16 Z', tinted)

/** A table whose one cell is looked at. */
const sayilar = () =>
  rect(10, 12, 66, 60, thin, 5) +
  line([10, 30], [76, 30], thin) +
  line([10, 51], [76, 51], thin) +
  line([32, 12], [32, 72], thin) +
  line([54, 12], [54, 72], thin) +
  circle(62, 60, 17, tinted) +
  line([74, 72], [88, 86], strong) +
  line([56, 60], [68, 60], strong)

/** Three steps, one after the other; the last is done. */
const talimat = () =>
  rect(12, 8, 44, 15, thin, 5) +
  arrow([34, 25], [34, 37]) +
  rect(12, 40, 44, 15, thin, 5) +
  arrow([34, 57], [34, 69]) +
  rect(12, 72, 44, 15, tinted, 5) +
  check(76, 80)

/** A house and a workshop. */
const genel = () =>
  polyline(
    [
      [8, 46],
      [27, 26],
      [46, 46],
    ],
    thin,
  ) +
  rect(13, 46, 28, 34, thin) +
  rect(22, 60, 10, 20, tinted) +
  polyline(
    [
      [52, 80],
      [52, 44],
      [66, 54],
      [66, 44],
      [80, 54],
      [80, 20],
      [90, 20],
      [90, 80],
      [52, 80],
    ],
    thin,
  ) +
  rect(60, 64, 8, 8, tinted) +
  rect(76, 64, 8, 8, tinted) +
  line([6, 80], [92, 80], thin)

/** A person, and five steps of which one is theirs. */
const tutum = () =>
  circle(48, 22, 13, thin) +
  path('M22 62 c0 -30 52 -30 52 0 Z', tinted) +
  [12, 30, 48, 66, 84].map((x) => circle(x, 80, 7, thin)).join('') +
  circle(66, 80, 7, { ...tinted, fill: ink.accent })

const pictograms = { basit, dikkat, sebep, sayilar, talimat, genel, tutum }

export const drawings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pictograms).map(([name, draw]) => [`figures/how-${name}.svg`, svg(side, side, draw())]),
  )

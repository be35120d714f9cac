import { type Four, puzzle } from './puzzles.ts'
import { ink, label, line, type Point, polygon, polyline, rect, svg } from './svg.ts'

/** The same box pushed up by ramps of one height: the longer the way, the less force. */
export type Ramp = { run: number; rise: number }
export const rampForce = ({ run, rise }: Ramp) => rise / Math.hypot(run, rise)
export const ramps: Four<Ramp> = [
  { run: 124, rise: 40 },
  { run: 84, rise: 40 },
  { run: 30, rise: 40 },
  { run: 54, rise: 40 },
]
function drawRamp({ run, rise }: Ramp) {
  const left = (148 - run) / 2
  const at = (share: number): Point => [left + run * share, 84 - rise * share]
  const along = Math.hypot(run, rise)
  const [ux, uy] = [run / along, -rise / along]
  const corner = (a: number, b: number): Point => {
    const [x, y] = at(0.34)
    return [x + ux * a + uy * b, y + uy * a - ux * b]
  }
  const box = [corner(-9, 1), corner(9, 1), corner(9, 19), corner(-9, 19)]
  return svg(
    148,
    96,
    line([8, 84], [140, 84], { stroke: ink.grey, width: 2 }),
    polygon([at(0), at(1), [left + run, 84]], { fill: ink.pale }),
    polygon(box, { fill: ink.tint }),
  )
}

/** Weights on a beam; `at` counts marks from the middle, to the left below 0. */
export type Beam = readonly { weight: number; at: number }[]
/** Above 0 the right side goes down, below 0 the left one. */
export const moment = (beam: Beam) => beam.reduce((sum, { weight, at }) => sum + weight * at, 0)
export const beams: Four<Beam> = [
  [
    { weight: 2, at: -3 },
    { weight: 3, at: 2 },
  ],
  [
    { weight: 4, at: -2 },
    { weight: 2, at: 3 },
  ],
  [
    { weight: 3, at: -3 },
    { weight: 3, at: 2 },
  ],
  [
    { weight: 1, at: -3 },
    { weight: 3, at: 2 },
  ],
]
function drawBeam(beam: Beam) {
  const x = (at: number) => 74 + at * 20
  return svg(
    148,
    96,
    polygon(
      [
        [74, 62],
        [62, 88],
        [86, 88],
      ],
      { fill: ink.pale },
    ),
    line([8, 60], [140, 60], { width: 4 }),
    ...[-3, -2, -1, 0, 1, 2, 3].map((at) => line([x(at), 60], [x(at), 66])),
    ...beam.map(
      ({ weight, at }) =>
        rect(x(at) - 11, 36, 22, 22, { fill: ink.tint }) + label(x(at), 47.5, String(weight), 16),
    ),
  )
}

/** A bar on a support lifts one load at its left end; marks count from the load. */
export type Lever = { support: number; push: number }
/** As a share of the load's weight. */
export const leverForce = ({ support, push }: Lever) => support / (push - support)
export const levers: Four<Lever> = [
  { support: 1, push: 6 },
  { support: 2, push: 6 },
  { support: 1, push: 4 },
  { support: 3, push: 6 },
]
function drawLever({ support, push }: Lever) {
  const x = (mark: number) => 16 + mark * 19
  return svg(
    148,
    96,
    rect(x(0) - 12, 33, 24, 24, { fill: ink.solid }),
    line([x(0) - 12, 60], [x(6) + 8, 60], { width: 4 }),
    ...[0, 1, 2, 3, 4, 5, 6].map((mark) => line([x(mark), 60], [x(mark), 66])),
    polygon(
      [
        [x(support), 63],
        [x(support) - 10, 88],
        [x(support) + 10, 88],
      ],
      { fill: ink.pale },
    ),
    line([x(push), 22], [x(push), 44], { stroke: ink.accent, width: 4 }),
    polyline(
      [
        [x(push) - 7, 45],
        [x(push), 54],
        [x(push) + 7, 45],
      ],
      { stroke: ink.accent, width: 4 },
    ),
  )
}

const least =
  <Model>(all: readonly Model[], force: (model: Model) => number) =>
  (model: Model) =>
    all.every((each) => force(model) <= force(each))

export const puzzles = [
  puzzle<Ramp>('mc01', {
    options: ramps,
    draw: drawRamp,
    right: least(ramps, rampForce),
    key: ({ run }) => String(run),
  }),
  puzzle<Beam>('mc03', {
    options: beams,
    draw: drawBeam,
    right: (beam) => moment(beam) === 0,
    key: (beam) => JSON.stringify(beam),
  }),
  puzzle<Lever>('mc06', {
    options: levers,
    draw: drawLever,
    right: least(levers, leverForce),
    key: ({ support, push }) => `${support}/${push}`,
  }),
]

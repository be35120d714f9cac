import { type Four, puzzle } from './puzzles.ts'
import { label, svg } from './svg.ts'
import { gear, gearRadius } from './wheels.ts'

/** A large gear drives a small one: in which picture does the small one turn most often? */
export type Ratio = { large: number; small: number }
export const turns = ({ large, small }: Ratio) => large / small

const fastest: Ratio = { large: 21, small: 7 }
export const ratios: Four<Ratio> = [
  fastest,
  { large: 12, small: 6 },
  { large: 24, small: 10 },
  { large: 20, small: 8 },
]

function draw({ large, small }: Ratio) {
  const big = gearRadius(large)
  const little = gearRadius(small)
  const x = 84 - little
  const next = x + big + little + 2
  return svg(
    150,
    96,
    gear([x, 50], large, String(large)),
    gear([next, 50], small, '', 180 / small),
    label(next, 40 - little, String(small), 18),
  )
}

export const puzzles = [
  puzzle<Ratio>('mc08', {
    options: ratios,
    draw,
    right: (ratio) => ratios.every((each) => turns(each) <= turns(ratio)),
    key: ({ large, small }) => `${large}:${small}`,
  }),
]

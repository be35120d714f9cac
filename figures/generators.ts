import { drawings as ayt } from './ayt-puzzles.ts'
import { drawings as mytCodes } from './myt-codes.ts'
import { drawings as mytInstructions } from './myt-instructions.ts'
import { drawings as mytOdd } from './myt-odd.ts'
import { drawings as mytScenes } from './myt-scenes.ts'
import { drawings as mytSigns } from './myt-signs.ts'

/** The figures that a generator draws, by their path under `content/`, such as `MYT/6/figures/gears-1.svg`. */
export type Drawings = () => Readonly<Record<string, string>>

/**
 * Every generator. Each is in a file of its own, `<inventory>-<kind>.ts`, and exports `drawings`: paths as its
 * inventory names them (`figures/gears-1.svg`) → SVG.
 */
export const generators: readonly { readonly version: string; readonly drawings: Drawings }[] = [
  { version: 'AYT/3', drawings: ayt },
  { version: 'MYT/6', drawings: mytCodes },
  { version: 'MYT/6', drawings: mytInstructions },
  { version: 'MYT/6', drawings: mytOdd },
  { version: 'MYT/6', drawings: mytScenes },
  { version: 'MYT/6', drawings: mytSigns },
]

/** All figures of all generators, by their path under `content/`. @throws when two generators draw the same file */
export function allDrawings(): Map<string, string> {
  const all = new Map<string, string>()
  for (const { version, drawings } of generators) {
    for (const [path, svg] of Object.entries(drawings())) {
      const place = `${version}/${path}`
      if (all.has(place)) throw new Error(`${place} is drawn twice`)
      all.set(place, svg)
    }
  }
  return all
}

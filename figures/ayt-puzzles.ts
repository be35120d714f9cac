import { puzzles as analogies } from './ayt-analogies.ts'
import { puzzles as folds } from './ayt-folds.ts'
import { keyPlaces } from './ayt-key-places.ts'
import { puzzles as levers } from './ayt-levers.ts'
import { puzzles as matrices } from './ayt-matrices.ts'
import { puzzles as mirrors } from './ayt-mirrors.ts'
import { puzzles as nets } from './ayt-nets.ts'
import { puzzles as odd } from './ayt-odd.ts'
import { puzzles as paths } from './ayt-paths.ts'
import { puzzles as pulleys } from './ayt-pulleys.ts'
import { puzzles as ratios } from './ayt-ratios.ts'
import { puzzles as series } from './ayt-series.ts'
import { puzzles as stacks } from './ayt-stacks.ts'
import { puzzles as tanks } from './ayt-tanks.ts'
import { puzzles as wheels } from './ayt-wheels.ts'
import { drawingsOf, placed } from './puzzles.ts'

/** Every picture question of AYT: two to try out, fifteen figural and fifteen mechanical and spatial ones. */
export const puzzles = [
  ...[series, matrices, odd, analogies],
  ...[levers, mirrors, wheels, paths, stacks, ratios, pulleys, tanks, nets, folds],
]
  .flat()
  .map((puzzle) => placed(puzzle, keyPlaces.get(puzzle.id) ?? 'a'))
  .toSorted((a, b) => a.id.localeCompare(b.id, 'en'))

export const drawings = () => drawingsOf(puzzles)

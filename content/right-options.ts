import { puzzles } from '../figures/ayt-puzzles.ts'
import { matches, matchKey, pairKey, pairs } from '../figures/myt-codes.ts'
import { drawings as oddDrawings, odds } from '../figures/myt-odd.ts'
import { scenes, tiles } from '../figures/myt-scenes.ts'
import { signs } from '../figures/myt-signs.ts'
import { rightOptions } from '../figures/puzzles.ts'

type RightOptions = Readonly<Record<string, readonly string[]>>

const each = <Model>(models: Readonly<Record<string, Model>>, right: (model: Model, id: string) => string[]) =>
  Object.fromEntries(Object.entries(models).map(([id, model]) => [id, right(model, id)]))

/** The pictures that have no second one like them. */
function alone(id: string): string[] {
  const drawn = oddDrawings()
  const letters = ['a', 'b', 'c', 'd']
  const pictures = letters.map((letter) => drawn[`figures/${id}-${letter}.svg`])
  return letters.filter((_, i) => pictures.filter((picture) => picture === pictures[i]).length === 1)
}

/**
 * By version and item every option that is right by the model its figures are drawn from, without a look at the
 * definition's key. What a safety sign means is no matter of its drawing: its model names it.
 */
export const rightByModel: Readonly<Record<string, RightOptions>> = {
  'AYT/3': Object.fromEntries(puzzles.map((puzzle) => [puzzle.id, rightOptions(puzzle)])),
  'MYT/6': {
    ...each(pairs, (pair) => [pairKey(pair)]),
    ...each(matches, matchKey),
    ...each(odds, (_, id) => alone(id)),
    ...each(scenes, ({ things, fits }) =>
      things.filter((thing) => fits(thing, things)).map(({ letter = 'none' }) => letter),
    ),
    ...each(tiles, ({ tiles: shown, fits }) =>
      Object.entries(shown).flatMap(([letter, tile]) => (fits(tile) ? [letter] : [])),
    ),
    ...each(signs, ({ key }) => [key]),
  },
}

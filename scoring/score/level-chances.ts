import type { Placement } from '#scoring/definition/scale-schema.ts'
import { normalShare } from '#scoring/statistics/normal.ts'
import type { PlacementScore } from './scores.ts'

export interface LevelChance {
  level: string
  /** 0 to 1, not rounded. */
  chance: number
}

/**
 * The chance of each level to be the true one, in the order of the levels; together 1. The true total lies normally
 * around the one that was reached, with the placement's SEM: P(at or above cut c) = 1 − Φ((c − ½ − total) / SEM), totals
 * being whole points. A cap that applies is taken as certain, so the capped level has the chances of all levels above
 * it. The given level is certain if there is no SEM.
 */
export function levelChances(
  { levels, sem }: Pick<Placement, 'levels' | 'sem'>,
  { total, level, caps }: Pick<PlacementScore, 'total' | 'level' | 'caps'>,
): LevelChance[] {
  if (sem === 0) return levels.map(({ id }) => ({ level: id, chance: Number(id === level) }))
  const cap = levels.findIndex(({ id }) => id === caps[0]?.atMost)
  const highest = cap === -1 ? levels.length - 1 : cap
  // Nobody falls below the lowest level, and nobody comes above the cap.
  const reaches = (i: number) => {
    const cut = levels[i]
    if (i === 0) return 1
    return cut === undefined || i > highest ? 0 : normalShare((total - (cut.from - 0.5)) / sem)
  }
  return levels.map(({ id }, i) => ({ level: id, chance: reaches(i) - reaches(i + 1) }))
}

/** The likelier of the levels next to the given one, the lower where both are equal; null where none is possible. */
export function likelierNeighbour(
  placement: Pick<Placement, 'levels' | 'sem'>,
  score: Pick<PlacementScore, 'total' | 'level' | 'caps'>,
): LevelChance | null {
  const chances = levelChances(placement, score)
  const at = chances.findIndex(({ level }) => level === score.level)
  const [below, above] = [chances[at - 1], chances[at + 1]]
  const likelier = above && (below === undefined || above.chance > below.chance) ? above : below
  return likelier === undefined || likelier.chance === 0 ? null : likelier
}

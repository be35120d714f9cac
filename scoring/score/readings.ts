import type { Scores } from './scores.ts'

/** The place where a reader finds it: a scale, a composite, a category, the checklist or the placement. */
export interface Place {
  readonly kind: 'scale' | 'composite' | 'category' | 'checklist' | 'placement'
  readonly key: string
}

/** The differences of one result by another definition, as far as both have it. */
export interface Change {
  /** Places with another band or level, or scored in the one and not in the other. */
  readonly read: readonly Place[]
  /** Any other number, whether its reading changes or not. */
  readonly points: boolean
  readonly confidence: boolean
}

interface Reading {
  readonly place: Place
  readonly sensitive: boolean
  readonly band: string | null
  readonly points: readonly (number | null)[]
}

/** @param without sensitive scales are left out */
export function changeOf(before: Scores, after: Scores, { without = false } = {}): Change {
  const old = new Map(readingsOf(before).map((one) => [keyOf(one), one]))
  const both = readingsOf(after).flatMap((now) => {
    const then = old.get(keyOf(now))
    return then === undefined || (without && (then.sensitive || now.sensitive)) ? [] : [{ then, now }]
  })
  const unscored = ({ points }: Reading) => points.every((value) => value === null)
  return {
    read: both
      .filter(({ then, now }) => then.band !== now.band || unscored(then) !== unscored(now))
      .map(({ now }) => now.place),
    points: both.some(({ then, now }) =>
      now.points.some((value, i) => differ(value, then.points[i] ?? null)),
    ),
    confidence: before.validity.confidence !== after.validity.confidence,
  }
}

const keyOf = ({ place: { kind, key } }: Reading) => `${kind} ${key}`

/** Sums in another order end in other last digits. */
const differ = (one: number | null, other: number | null) =>
  one === null || other === null ? one !== other : Math.abs(one - other) > 1e-9

function readingsOf({ scales, composites, categories, checklist, placement }: Scores): Reading[] {
  const plain = { sensitive: false }
  return [
    ...scales.map(({ key, sensitive, band, raw, T }) => ({
      place: { kind: 'scale', key } as const,
      sensitive,
      band,
      points: [raw, T],
    })),
    ...composites.map(({ key, band, T }) => ({
      place: { kind: 'composite', key } as const,
      ...plain,
      band,
      points: [T],
    })),
    ...categories.map(({ key, band, T }) => ({
      place: { kind: 'category', key } as const,
      ...plain,
      band,
      points: [T],
    })),
    ...(checklist
      ? [
          {
            place: { kind: 'checklist', key: '' } as const,
            ...plain,
            band: checklist.band,
            points: [checklist.gsi, checklist.pst, checklist.psdi],
          },
        ]
      : []),
    ...(placement
      ? [
          {
            place: { kind: 'placement', key: '' } as const,
            ...plain,
            band: placement.level,
            points: [placement.total],
          },
        ]
      : []),
  ]
}

/** The reason that a figure can't be computed. */
export type Reason =
  /** Fewer than three people with all answers. */
  | 'too_few_people'
  | 'too_few_items'
  /** Everybody has the same value, so nothing can go together with it. */
  | 'constant'
  | 'everybody_right'
  | 'nobody_right'
  /** An item that gives parts of its points. */
  | 'not_dichotomous'
  /** Items that follow from each other, so that their covariance can't be inverted. */
  | 'singular'
  /** The person left something out that the figure needs, or there is nothing to compare. */
  | 'missing_answers'
  /** No table has anybody of both groups and both right and wrong answers. */
  | 'nothing_to_compare'

/** A figure, or why there is none. */
export type Figure = number | Reason

/** Named figures: null where one can't be computed, and then its reason under the same name. Never NaN. */
export type Figures<Name extends string> = { readonly [N in Name]: number | null } & {
  readonly reasons: { readonly [N in Name]?: Reason }
}

/** Parts figures from reasons. A number that is none, by a division that nobody foresaw, is `constant`. */
export function settle<Name extends string>(figures: Readonly<Record<Name, Figure>>): Figures<Name> {
  const entries = Object.entries<Figure>(figures)
  const reasonOf = (figure: Figure): Reason | undefined => {
    if (typeof figure === 'string') return figure
    return Number.isFinite(figure) ? undefined : 'constant'
  }
  const values = entries.map(([name, figure]) => [name, reasonOf(figure) === undefined ? figure : null])
  const reasons = entries.flatMap(([name, figure]) => {
    const reason = reasonOf(figure)
    return reason === undefined ? [] : [[name, reason]]
  })
  return { ...Object.fromEntries(values), reasons: Object.fromEntries(reasons) }
}

/** Fewer people show nothing: no variance has a meaning, and no correlation an interval. */
export const fewestPeople = 3

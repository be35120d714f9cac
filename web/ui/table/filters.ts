interface Named {
  key: string
  label: string
}

export interface Choices extends Named {
  data: readonly { value: string; label: string }[]
}

/** Any number of values. */
export interface SomeFilter extends Choices {
  kind: 'some'
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** All of the chosen hold, where otherwise any of them does. */
  together?: boolean
}

/** One value, or an empty text. */
export interface OneFilter extends Choices {
  kind: 'one'
  chosen: string
  onChange: (chosen: string) => void
  /** Searches on the server; without it a long list is searched here. */
  onSearch?: (text: string) => void
}

/** A range of days, both ends included; a bound that is not set is empty. */
export interface DaysFilter extends Named {
  kind: 'days'
  days: { from: string; to: string }
  help?: string
  onChange: (days: { from: string; to: string }) => void
}

/** A range of numbers, both ends included; a bound that is not set is empty. */
export interface RangeFilter extends Named {
  kind: 'range'
  range: { from: string; to: string }
  help: string
  onChange: (range: { from: string; to: string }) => void
}

/** A filter set by a link, such as a person: it can be removed alone. */
interface GivenFilter extends Named {
  kind: 'given'
  value: string
  onClear: () => void
}

export type Filter = SomeFilter | OneFilter | DaysFilter | RangeFilter | GivenFilter
export type OpenFilter = Exclude<Filter, GivenFilter>

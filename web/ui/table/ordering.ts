export type Direction = 'ascending' | 'descending'

/** Tells which way the list is sorted by this field, if at all. */
export function directionOf(field: string | undefined, ordering: string | undefined): Direction | 'none' {
  if (!field || !ordering) return 'none'
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}

interface Sorted {
  ordering?: string
  highestFirst?: boolean
}

/** The order after a click on a column: its own first way, then the other. */
export function nextOrdering({ ordering: field, highestFirst = false }: Sorted, now: string | undefined) {
  if (!field) return undefined
  const direction = directionOf(field, now)
  const down = direction === 'none' ? highestFirst : direction === 'ascending'
  return down ? `-${field}` : field
}

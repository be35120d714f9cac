export type Direction = 'ascending' | 'descending'

/** Tells which way the list is sorted by this field, if at all. */
export function directionOf(field: string | undefined, ordering: string | undefined): Direction | 'none' {
  if (!field || !ordering) return 'none'
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}

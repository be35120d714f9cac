export type Direction = 'ascending' | 'descending'

/** Whether the list is sorted by this field, and which way. */
export function directionOf(field: string | undefined, ordering: string | undefined): Direction | 'none' {
  if (!field || !ordering) return 'none'
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}

import type { Difference } from '#contract/differences.ts'

export interface Group {
  kind: Difference['kind']
  /** Items are grouped by their section. */
  section: string | null
  differences: Difference[]
}

/** Differences of one kind together, items by their section; in the order in which they come. */
export function groupsOf(differences: readonly Difference[]): Group[] {
  const groups = new Map<string, Group>()
  for (const difference of differences) {
    const { kind, section } = difference
    const key = `${kind} ${section ?? ''}`
    const group = groups.get(key) ?? { kind, section, differences: [] }
    group.differences.push(difference)
    groups.set(key, group)
  }
  return [...groups.values()]
}

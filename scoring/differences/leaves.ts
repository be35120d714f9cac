/** A value that is named as one: a figure, a text, or a whole list of them. */
export type LeafValue = string | number | boolean | readonly (string | number | boolean)[]

type Plain = string | number | boolean
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The ids of a list's members, where every one of them has one and no two the same. */
function idsOf(list: readonly object[]): string[] | undefined {
  for (const name of ['id', 'key', 'scale']) {
    const ids = list.flatMap((member) => {
      const id: unknown = Reflect.get(member, name)
      return typeof id === 'string' ? [id] : []
    })
    if (ids.length === list.length && new Set(ids).size === ids.length) return ids
  }
  return undefined
}

/**
 * Every leaf of a value by its path: `options.a`, `bands.low.to`. A list of plain values is one leaf; members of other
 * lists are identified by their id, and the list of the ids is a leaf beside them; where they have none, by their
 * place.
 * @param without names that are left out at the top
 */
export function leavesOf(
  value: unknown,
  path = '',
  without: ReadonlySet<string> = new Set(),
): Map<string, LeafValue> {
  const leaves = new Map<string, LeafValue>()
  const add = (inner: unknown, at: string) => {
    for (const [key, leaf] of leavesOf(inner, at)) leaves.set(key, leaf)
  }
  const under = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (isPlain(value)) leaves.set(path, value)
  else if (Array.isArray(value)) {
    if (value.every(isPlain)) return leaves.set(path, value)
    const members = value.filter((member) => typeof member === 'object' && member !== null)
    const ids = idsOf(members)
    if (ids !== undefined) leaves.set(path, ids)
    for (const [index, member] of members.entries()) {
      const id = ids?.[index]
      const inner = id === undefined ? member : withoutId(member, id)
      add(inner, under(id ?? String(index + 1)))
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!without.has(key)) add(inner, under(key))
  }
  return leaves
}

/** A member without its name, which is part of the path. */
function withoutId(member: object, id: string): object {
  const named = ['id', 'key', 'scale'].find((name) => Reflect.get(member, name) === id)
  return Object.fromEntries(Object.entries(member).filter(([name]) => name !== named))
}

import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { LeafValue } from './leaves.ts'
import { type Subject, type SubjectKind, subjectKinds, subjectsOf } from './subjects.ts'

/** One value that is another: which of its subject, in which language, what it was and what it is. */
export interface ChangedLeaf {
  /** `prompt`, `options.a`, `bands.low.to`, `order.items`. */
  field: string
  /** The language of words; null for structure. */
  locale: Locale | null
  /** null: it was not there. */
  before: LeafValue | null
  /** null: it is not there any more. */
  after: LeafValue | null
}

/** One thing that was added, removed or changed, with everything that differs in it. */
export interface Difference {
  kind: SubjectKind
  id: string
  section: string | null
  names: { readonly [L in Locale]?: string }
  change: 'added' | 'removed' | 'changed'
  leaves: ChangedLeaf[]
}

/**
 * The differences between two definitions, by subject: an item with its words in both languages, its options and its
 * key is one. Every leaf that differs is named once; the version's number is left out, and the order of keys means
 * nothing. Of lists that hold things of their own only the order of what both have is compared.
 * @returns by kind, then in the order of the newer definition, what was removed last; empty when nothing differs
 */
export function differences(before: Definition, after: Definition): Difference[] {
  const [old, current] = [byKey(subjectsOf(before)), byKey(subjectsOf(after))]
  const told: Difference[] = []
  for (const [key, now] of current) {
    const then = old.get(key)
    const leaves = changedLeaves(then, now)
    if (then === undefined) told.push(difference(now, 'added', leaves))
    else if (leaves.length > 0) told.push(difference(now, 'changed', leaves))
  }
  for (const [key, then] of old)
    if (!current.has(key)) told.push(difference(then, 'removed', changedLeaves(then, undefined)))
  return told.sort((one, other) => subjectKinds.indexOf(one.kind) - subjectKinds.indexOf(other.kind))
}

const byKey = (subjects: readonly Subject[]) =>
  new Map(subjects.map((subject) => [`${subject.kind} ${subject.id}`, subject]))

const difference = (
  { kind, id, section, names }: Subject,
  change: Difference['change'],
  leaves: ChangedLeaf[],
): Difference => ({ kind, id, section, names, change, leaves })

function changedLeaves(then: Subject | undefined, now: Subject | undefined): ChangedLeaf[] {
  const paths = new Set([...(then?.leaves.keys() ?? []), ...(now?.leaves.keys() ?? [])])
  const leaves = [...paths].flatMap((path): ChangedLeaf[] => {
    const [before, after] = [then?.leaves.get(path) ?? null, now?.leaves.get(path) ?? null]
    return same(before, after) ? [] : [{ ...placeOf(path), before, after }]
  })
  if (then === undefined || now === undefined) return leaves
  return [...leaves, ...changedOrders(then, now)]
}

function placeOf(path: string): Pick<ChangedLeaf, 'field' | 'locale'> {
  const [, locale, field] = /^(tr|en):(.*)$/s.exec(path) ?? []
  return field === undefined
    ? { field: path, locale: null }
    : { field, locale: locale === 'tr' ? 'tr' : 'en' }
}

function changedOrders(then: Subject, now: Subject): ChangedLeaf[] {
  return [...now.orders].flatMap(([list, ids]): ChangedLeaf[] => {
    const had = then.orders.get(list) ?? []
    const [before, after] = [had.filter((id) => ids.includes(id)), ids.filter((id) => had.includes(id))]
    return same(before, after) ? [] : [{ field: `order.${list}`, locale: null, before, after }]
  })
}

function same(one: LeafValue | null, other: LeafValue | null): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other)
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]))
}

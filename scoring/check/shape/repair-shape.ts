import type { z } from 'zod'
import type { Problem } from '#scoring/check/problems.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { Id } from '#scoring/definition/item-schema.ts'

/**
 * Replaces the unreadable parts of a document with neutral ones, so that the rest can be checked as well. Only items,
 * texts and numbers of the head that nothing depends on are replaced: there, problems caused by the replacement can be
 * distinguished from real ones.
 * @param json a copy: it is changed
 * @returns the definition, and whether a problem found in it may come from a replacement; undefined where it cannot be
 * repaired
 */
export function repairShape(
  json: unknown,
  issues: readonly z.core.$ZodIssue[],
): { definition: Definition; isDoubtful: (problem: Problem) => boolean } | undefined {
  const items = new Map<string, string>()
  const words = new Set<string>()
  for (const issue of issues) {
    const [root, section, list, index] = issue.path
    if (
      root === 'sections' &&
      isIndex(section) &&
      (list === 'items' || list === 'practice') &&
      isIndex(index)
    ) {
      const held = at(json, [root, section, list])
      const id = idOf(at(held, [index])) ?? `unreadable-${list}-${section}-${index}`
      items.set(`sections[${section}].${list}[${index}]`, id)
      put(held, index, list === 'items' ? { id, type: 'numeric', role: 'unscored' } : { ...practice, id })
    } else if (root === 'texts' && isAboutText(issue)) {
      const key = issue.path.at(-1)
      if (key === undefined || !put(at(json, issue.path.slice(0, -1)), key, '?')) return undefined
      words.add(issue.path.join('.'))
    } else if (issue.path.length === 1 && typeof root === 'string' && Object.hasOwn(harmless, root)) {
      put(json, root, Reflect.get(harmless, root))
    } else return undefined
  }
  const { data: definition } = Definition.safeParse(json)
  if (definition === undefined) return undefined
  const ids = new Set(items.values())
  return { definition, isDoubtful: (problem) => words.has(problem.path) || isOfItems(problem, items, ids) }
}

/** Nothing else in a definition is checked against these. */
const harmless = {
  format: 1,
  code: 'UNREAD',
  version: 1,
  minutes: 1,
  participantReport: false,
  timeLimitSeconds: 1,
}
const practice = { type: 'single', options: ['a', 'b'], key: 'a' }
/** Parts that are not made of items; scales and everything after them are. */
const apart = /^(sections|texts|stimuli|notices|optionSets|figures|report)\b/
/** Problems that may come from unreadable items: nobody knows what these would have shown or belonged to. */
const ofNeighbours = /^(belongs_to_nothing|item_items_of_must)/

function isOfItems(
  { path, code, values }: Problem,
  items: ReadonlyMap<string, string>,
  ids: ReadonlySet<string>,
): boolean {
  if (items.size === 0) return false
  if (!apart.test(path) || ofNeighbours.test(code)) return true
  const [place = ''] = /^sections\[\d+\]\.\w+\[\d+\]/.exec(path) ?? []
  const [, id = ''] =
    /^texts\.\w+\.items\.(.+?)(?:\.(?:prompt|options|parts|alt|feedback)\b.*)?$/.exec(path) ?? []
  return items.has(place) || ids.has(id) || Object.values(values).some((value) => ids.has(String(value)))
}

const isIndex = (step: unknown): step is number => typeof step === 'number'
const isAboutText = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_format' || (issue.code === 'invalid_type' && issue.expected === 'string')
const idOf = (item: unknown) => Id.safeParse(at(item, ['id'])).data

const at = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    json,
  )

function put(into: unknown, key: PropertyKey, value: unknown): boolean {
  return typeof into === 'object' && into !== null && Reflect.set(into, key, value)
}

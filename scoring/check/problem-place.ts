/** The part of a definition that a path leads into, as a person would go and look for it. */
export type PlacePart =
  | 'head'
  | 'section'
  | 'scales'
  | 'norms'
  | 'bands'
  | 'results'
  | 'stimuli'
  | 'figures'
  | 'texts'

export interface Place {
  readonly part: PlacePart
  /** The section's id, where the path leads into one. */
  readonly section: string | null
  /** The item's id, where it leads to one; also by the item's words. */
  readonly item: string | null
}

const parts: Readonly<Record<string, PlacePart>> = {
  sections: 'section',
  scales: 'scales',
  norms: 'norms',
  bandSets: 'bands',
  bands: 'bands',
  composites: 'results',
  categories: 'results',
  checklist: 'results',
  placement: 'results',
  levels: 'results',
  validity: 'results',
  sharedItems: 'scales',
  report: 'results',
  goldenCases: 'results',
  stimuli: 'stimuli',
  optionSets: 'stimuli',
  figures: 'figures',
}

const at = (json: unknown, ...keys: (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    json,
  )
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Finds the place of a problem's path in a document that may be wrong in any way.
 * @param json the document as it was read, of any shape
 * @param path as checkDefinition gives it: `sections[0].items[3].key`, `texts.tr.items.q1.prompt`
 */
export function placeOf(json: unknown, path: string): Place {
  const [, section, listed = 'items', item] =
    /^sections\[(\d+)\](?:\.(items|practice)\[(\d+)\])?/.exec(path) ?? []
  if (section !== undefined) {
    return {
      part: 'section',
      section: text(at(json, 'sections', Number(section), 'id')),
      item:
        item === undefined ? null : text(at(json, 'sections', Number(section), listed, Number(item), 'id')),
    }
  }
  // An id may contain a full stop: what follows is compared with the ids there are.
  const [, words = '', rest = ''] = /^texts\.(?:tr|en)\.(\w+)\.?(.*)/s.exec(path) ?? []
  if (words === 'sections' || words === 'items') return placeOfWords(json, words, rest)
  const first = /^\w+/.exec(path)?.[0] ?? ''
  const part =
    words === '' ? (parts[first] ?? (first === 'texts' ? 'texts' : 'head')) : (parts[words] ?? 'texts')
  return { part, section: null, item: null }
}

function placeOfWords(json: unknown, words: 'sections' | 'items', rest: string): Place {
  const isOf = (id: string | null): id is string => id !== null && (rest === id || rest.startsWith(`${id}.`))
  for (const section of list(at(json, 'sections'))) {
    const id = text(at(section, 'id'))
    if (words === 'sections' && isOf(id)) return { part: 'section', section: id, item: null }
    if (words === 'sections') continue
    for (const item of [...list(at(section, 'practice')), ...list(at(section, 'items'))]) {
      const itemId = text(at(item, 'id'))
      if (isOf(itemId)) return { part: 'section', section: id, item: itemId }
    }
  }
  return { part: 'texts', section: null, item: null }
}

/** The words of an item or the title of a section in a document that may be wrong, in this language or the other one. */
export function wordsIn(
  json: unknown,
  where: { kind: 'items' | 'sections'; id: string; locale: 'tr' | 'en' },
): string | null {
  const { kind, id, locale } = where
  const field = kind === 'items' ? 'prompt' : 'title'
  const other = locale === 'tr' ? 'en' : 'tr'
  return text(at(json, 'texts', locale, kind, id, field)) ?? text(at(json, 'texts', other, kind, id, field))
}

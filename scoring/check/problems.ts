/** A sentence in English, and the same for who says it in another language: a code, and the values in it as p0, p1, … */
export interface Said {
  code: string
  message: string
  values: Record<string, string | number>
}
/** A problem and its place: `sections[0].items[3].key`. */
export type Problem = Said & { path: string }
/** Notes a problem; checking goes on, so that everything wrong is said at once. */
export type ReportProblem = (path: string, said: Said) => void

/**
 * Says what is wrong: say`item ${id} exists twice` has the code `item_exists_twice` and the value p0. The sentence is the
 * code, so a new one needs words in locales/<lng>/definition.json, which a test asks for.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): Said {
  return {
    code: codeOf(parts),
    message: parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`),
    values: Object.fromEntries(values.map((value, index) => [`p${index}`, value])),
  }
}

/** The code of a sentence, from the words around its values. */
export const codeOf = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** Reports the second of two entries with one id. */
export function reportTwice(list: readonly { id: string }[], path: string, report: ReportProblem): void {
  const seen = new Set<string>()
  for (const [i, { id }] of list.entries()) {
    if (seen.has(id)) report(`${path}[${i}].id`, say`${id} exists twice`)
    seen.add(id)
  }
}

/** Reports wanted ids without words, and words of ids that nobody wants. */
export function reportDifference(
  wanted: readonly string[],
  texts: object | string | undefined,
  at: string,
  report: ReportProblem,
): void {
  const [given, needed] = [new Set(Object.keys(typeof texts === 'object' ? texts : {})), new Set(wanted)]
  for (const id of wanted) if (!given.has(id)) report(`${at}.${id}`, say`missing translation`)
  for (const id of given)
    if (!needed.has(id)) report(`${at}.${id}`, say`belongs to nothing in the definition`)
}

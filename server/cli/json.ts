/**
 * Writes JSON like JSON.stringify with two blanks, an entry of a list in the outermost object at a time: the results of
 * some ten thousand respondents are longer than one string can be.
 */
export function* jsonOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value, null, 2)
    return
  }
  let separator = ''
  yield '{'
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    yield `${separator}\n  ${JSON.stringify(key)}: `
    separator = ','
    if (Array.isArray(inner) && inner.length > 0) yield* listOf(inner)
    else yield indented(inner, '  ')
  }
  yield separator === '' ? '}' : '\n}'
}

function* listOf(list: readonly unknown[]): Generator<string> {
  for (const [i, each] of list.entries()) yield `${i === 0 ? '[' : ','}\n    ${indented(each, '    ')}`
  yield '\n  ]'
}

/** Line ends within texts are escaped: every one that is there begins a line. */
const indented = (value: unknown, by: string): string =>
  (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${by}`)

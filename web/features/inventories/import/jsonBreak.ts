const TOKEN =
  /[ \t\n\r]*(?:(?<punctuation>[{}[\],:])|(?<text>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<plain>true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/uy

type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd'

/**
 * The line of a text, from 1, in which it stops being JSON; undefined when it is JSON. Browsers say so in words of their
 * own, and for most faults without the place.
 */
export function jsonBreak(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let wanted: Wanted | 'end' = 'value'
  let at = 0
  const line = () =>
    text.slice(0, at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)).split('\n').length
  while (wanted !== 'end') {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    const next: Wanted | 'end' | undefined = token ? after(token, wanted, open) : undefined
    if (token === null || next === undefined) return line()
    wanted = next
    at += token[0].length
  }
  return text.slice(at).trim() === '' ? undefined : line()
}

/** What may follow a token where something is wanted; undefined when it isn't allowed there. */
function after(token: RegExpExecArray, wanted: Wanted, open: ('{' | '[')[]): Wanted | 'end' | undefined {
  const { punctuation, text } = token.groups ?? {}
  const closed = (): Wanted | 'end' => (open.length === 0 ? 'end' : 'commaOrEnd')
  const inside = open.at(-1)
  if (wanted === 'colon') return punctuation === ':' ? 'value' : undefined
  if (wanted === 'name' || wanted === 'nameOrEnd') {
    if (text !== undefined) return 'colon'
    if (wanted === 'name' || punctuation !== '}') return undefined
    open.pop()
    return closed()
  }
  if (wanted === 'commaOrEnd' || (wanted === 'valueOrEnd' && punctuation === ']')) {
    if (punctuation === ',' && wanted === 'commaOrEnd') return inside === '{' ? 'name' : 'value'
    if (punctuation !== (inside === '{' ? '}' : ']')) return undefined
    open.pop()
    return closed()
  }
  if (punctuation === undefined) return closed()
  if (punctuation !== '{' && punctuation !== '[') return undefined
  open.push(punctuation)
  return punctuation === '{' ? 'nameOrEnd' : 'valueOrEnd'
}

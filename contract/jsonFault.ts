const TOKEN =
  /[ \t\n\r]*(?:(?<punctuation>[{}[\],:])|(?<text>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<plain>true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/uy

type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd'

/** `twice` is the name that one object gives a second time; undefined where the text is no JSON from here on. */
export interface JsonFault {
  line: number
  column: number
  twice?: string
}

/**
 * The first place of a text, from 1, in which it stops being JSON or gives a name twice; undefined when it is sound.
 * Engines say in words of their own where JSON breaks, and silently drop the first of two equal names.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  // Those of the objects that are open, by depth.
  const names: Set<string>[] = []
  let wanted: Wanted | 'end' = 'value'
  let at = 0
  const fault = (twice?: string): JsonFault => {
    const place = at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)
    const lines = text.slice(0, place).split('\n')
    const column = (lines.at(-1)?.length ?? 0) + 1
    return { line: lines.length, column, ...(twice !== undefined && { twice }) }
  }
  while (wanted !== 'end') {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    const next: Wanted | 'end' | undefined = token ? after(token, wanted, open) : undefined
    if (token === null || next === undefined) return fault()
    if (token.groups?.punctuation === '{') names[open.length] = new Set()
    if (next === 'colon' && token.groups?.text !== undefined) {
      const name = String(JSON.parse(token.groups.text))
      if (names[open.length]?.has(name)) return fault(name)
      names[open.length]?.add(name)
    }
    wanted = next
    at += token[0].length
  }
  return text.slice(at).trim() === '' ? undefined : fault()
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

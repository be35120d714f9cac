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
 * The place of a text, from 1, in which it stops being JSON, or else gives a name twice; undefined when it is sound.
 * Engines say in words of their own where JSON breaks, and silently drop the first of two equal names.
 */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text)
  } catch {
    return syntaxFault(text)
  }
  return repeatedName(text)
}

function syntaxFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let wanted: Wanted | 'end' = 'value'
  let at = 0
  const fault = () => placeOf(text, at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0))
  while (wanted !== 'end') {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    const next: Wanted | 'end' | undefined = token ? after(token, wanted, open) : undefined
    if (token === null || next === undefined) return fault()
    wanted = next
    at += token[0].length
  }
  return text.slice(at).trim() === '' ? undefined : fault()
}

/**
 * The first name that an object of this JSON gives a second time, with its place; undefined when there is none. One
 * pass over the letters: with a token for each, 5 MiB took ten times as long as reading them.
 * @param json text that `JSON.parse` accepts
 */
export function repeatedName(json: string): JsonFault | undefined {
  // The names of each open object; null for a list.
  const open: (Set<string> | null)[] = []
  let names: Set<string> | null = null
  let isName = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at]
    if (letter === '"') {
      const end = endOfText(json, at)
      if (isName && names !== null) {
        const name = String(JSON.parse(json.slice(at, end + 1)))
        if (names.has(name)) return { ...placeOf(json, at), twice: name }
        names.add(name)
        isName = false
      }
      at = end
    } else if (letter === '{' || letter === '[') {
      open.push(names)
      names = letter === '{' ? new Set() : null
      isName = names !== null
    } else if (letter === '}' || letter === ']') {
      names = open.pop() ?? null
      isName = false
    } else if (letter === ',') isName = names !== null
  }
  return undefined
}

/** The place of the quotation mark that closes a text. */
function endOfText(json: string, opening: number): number {
  let at = opening + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

function placeOf(text: string, place: number): JsonFault {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) {
    line += 1
    start = at + 1
  }
  return { line, column: place - start + 1 }
}

/** The tokens that may follow one where something is wanted; undefined when it isn't allowed there. */
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

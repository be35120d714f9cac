import { inflateSync } from 'node:zlib'

/** A name, such as `/Table`. */
export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
/** Another object by its number. */
export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}
/** An operator of a content stream, such as `Tj`. */
class Operator {
  readonly operator: string
  constructor(operator: string) {
    this.operator = operator
  }
}
export class Stream {
  readonly dict: Dict
  /** Inflated. */
  readonly data: Buffer
  constructor(dict: Dict, data: Buffer) {
    this.dict = dict
    this.data = data
  }
}
/** Strings are one byte a letter. */
export type Value = null | boolean | number | string | Name | Ref | Stream | Value[] | Dict
export type Dict = Map<string, Value>

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const endOfDict = new Operator('>>')
const endOfList = new Operator(']')

/** Reads a PDF from `at`, value by value. */
export function reader(text: string, at = 0) {
  let place = at
  const match = (pattern: RegExp) => {
    pattern.lastIndex = place
    const found = pattern.exec(text)
    if (found) place += found[0].length
    return found
  }

  function literal(): string {
    let depth = 1
    let read = ''
    for (place += 1; place < text.length; place += 1) {
      const one = text[place] ?? ''
      if (one === '\\') {
        place += 1
        const octal = /[0-7]{1,3}/y
        octal.lastIndex = place
        const digits = octal.exec(text)?.[0]
        read += digits
          ? String.fromCharCode(Number.parseInt(digits, 8))
          : (escapes[text[place] ?? ''] ?? text[place])
        if (digits) place += digits.length - 1
        continue
      }
      if (one === '(') depth += 1
      if (one === ')') depth -= 1
      if (depth === 0) break
      read += one
    }
    place += 1
    return read
  }

  /** The next value or operator; undefined at the end. */
  function next(): Value | Operator | undefined {
    match(/(?:[\s\0]|%[^\n\r]*)+/y)
    if (place >= text.length) return undefined
    const reference = match(/(\d+) 0 R(?![\w*])/y)
    if (reference) return new Ref(Number(reference[1]))
    const number = match(/[+-]?(?:\d+\.?\d*|\.\d+)/y)
    if (number) return Number(number[0])
    const name = match(/\/([^\s()<>[\]{}/%]*)/y)
    if (name)
      return new Name(
        (name[1] ?? '').replace(/#(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      )
    if (text[place] === '(') return literal()
    if (match(/<</y)) return dictionary()
    if (match(/>>/y)) return endOfDict
    const hex = match(/<([\da-fA-F\s]*)>/y)
    if (hex) return Buffer.from((hex[1] ?? '').replace(/\s/g, ''), 'hex').toString('latin1')
    if (match(/\[/y)) return list()
    if (match(/\]/y)) return endOfList
    const word = match(/[^\s()<>[\]{}/%]+/y)?.[0]
    if (word === undefined) throw new Error(`Not a PDF at ${place}: ${text.slice(place, place + 20)}`)
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : new Operator(word)
  }

  function list(): Value[] {
    const values: Value[] = []
    for (;;) {
      const value = next()
      if (value === endOfList) return values
      if (value === undefined || value instanceof Operator) throw new Error(`A list does not end at ${place}`)
      values.push(value)
    }
  }

  function dictionary(): Dict {
    const dict: Dict = new Map()
    for (;;) {
      const key = next()
      if (key === endOfDict) return dict
      const value = next()
      if (!(key instanceof Name) || value === undefined || value instanceof Operator)
        throw new Error(`A dictionary does not end at ${place}`)
      dict.set(key.name, value)
    }
  }

  return { next, place: () => place }
}

/** The operators of a content stream, with their operands. */
export function* steps(content: string): Generator<{ operator: string; operands: Value[] }> {
  const read = reader(content)
  let operands: Value[] = []
  for (;;) {
    const one = read.next()
    if (one === undefined) return
    if (!(one instanceof Operator)) {
      operands.push(one)
      continue
    }
    yield { operator: one.operator, operands }
    operands = []
  }
}

export const isDict = (value: unknown): value is Dict => value instanceof Map
export const nameOf = (value: Value | undefined) => (value instanceof Name ? value.name : undefined)

export interface PdfFile {
  trailer: Dict
  objects: ReadonlyMap<number, Value>
  /** A value, or the object it refers to. */
  get(value: Value | undefined): Value | undefined
  dict(value: Value | undefined): Dict | undefined
  list(value: Value | undefined): Value[]
}

/**
 * The objects of a PDF whose table and objects are uncompressed.
 * @throws Error where the table leads elsewhere than to its objects
 */
export function readPdf(pdf: Uint8Array): PdfFile {
  const text = Buffer.from(pdf).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1])
  const table = /xref\n0 (\d+)\n((?:\d{10} \d{5} [nf][ \r]\n)+)trailer\n/y
  table.lastIndex = start
  const found = table.exec(text)
  if (!found) throw new Error('The file does not end in a table of its objects')
  const places = [...(found[2] ?? '').matchAll(/(\d{10}) \d{5} ([nf])/g)]
  if (places.length !== Number(found[1])) throw new Error('The table is not as long as it says')
  const trailer = reader(text, table.lastIndex).next()
  const objects = new Map<number, Value>()
  const bodies = places.flatMap(([, place, kind], number) => {
    if (kind === 'f') return []
    const read = reader(text, Number(place))
    const [own, generation, word] = [read.next(), read.next(), read.next()]
    if (own !== number || generation !== 0 || !(word instanceof Operator) || word.operator !== 'obj')
      throw new Error(`Object ${number} is not where the table says`)
    const value = read.next()
    if (value === undefined || value instanceof Operator) throw new Error(`Object ${number} is empty`)
    objects.set(number, value)
    return [{ number, value, after: read.place() }]
  })
  const get = (value: Value | undefined) => (value instanceof Ref ? objects.get(value.number) : value)
  for (const { number, value, after } of bodies) {
    const begin = /\s*stream\r?\n/y
    begin.lastIndex = after
    if (!isDict(value) || !begin.exec(text)) continue
    const bytes = pdf.subarray(begin.lastIndex, begin.lastIndex + Number(get(value.get('Length'))))
    const deflated = nameOf(value.get('Filter')) === 'FlateDecode'
    objects.set(number, new Stream(value, deflated ? inflateSync(bytes) : Buffer.from(bytes)))
  }
  if (!isDict(trailer)) throw new Error('The file has no trailer')
  return {
    trailer,
    objects,
    get,
    dict(value) {
      const found = get(value)
      return isDict(found) ? found : found instanceof Stream ? found.dict : undefined
    },
    list(value) {
      const found = get(value)
      return Array.isArray(found) ? found : []
    },
  }
}

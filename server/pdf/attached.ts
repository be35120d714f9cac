import { inflateSync } from 'node:zlib'
import { partsOf } from './structure.ts'

/**
 * Why nothing is read from a PDF: something was added at its end, it has no attachment, it has several or one that programs
 * may read in different ways, or it isn't written as this product writes it.
 */
export type AttachmentFault = 'added_to' | 'none' | 'ambiguous' | 'other_shape'

/**
 * The text of the one file attached to a PDF.
 * @param pdf as this product writes it. Any other shape is refused: a reader may find an attachment there that isn't found
 * here, such as in data added at the end, in a packed object or under a name in another spelling.
 */
export function attachedText(pdf: Uint8Array): { text: string } | { fault: AttachmentFault } {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (file.split(/[\r\n]startxref\s/).length > 2 || !/%%EOF\n?$/.test(file)) return { fault: 'added_to' }
  const plain = readPlain(pdf)
  if (plain === undefined) return { fault: 'other_shape' }
  const { objects, root } = plain
  const words = [...objects.values()].flatMap((one) => one.words)
  const counts = ['/EmbeddedFiles', '/Filespec', '/EF', '/EmbeddedFile'].map(
    (mark) => words.filter((word) => word === mark).length,
  )
  if (counts.every((count) => count === 0)) return { fault: 'none' }
  if (counts.some((count) => count !== 1)) return { fault: 'ambiguous' }
  const find = (number: number | string | undefined, shape: RegExp) =>
    shape.exec(objects.get(Number(number))?.words.join(' ') ?? '')
  const listed = find(root, / \/EmbeddedFiles << \/Names \[ \(\) (\d+) 0 R \] >>/)
  const named = find(
    listed?.[1],
    /^<< \/Type \/Filespec \/F \(\) \/UF \(\) \/EF << \/F (\d+) 0 R \/UF \1 0 R >>(?: \/AFRelationship \/\w+)?(?: \/Desc \(\))? >>$/,
  )
  const stored = find(
    named?.[1],
    /^<< \/Length (\d+) \/Type \/EmbeddedFile( \/Filter \/FlateDecode)? \/Subtype \/application#2Fjson \/Params << [^<>]*>> >>$/,
  )
  const body = objects.get(Number(named?.[1]))?.body ?? ''
  if (stored === null || body.length !== Number(stored[1])) return { fault: 'ambiguous' }
  const bytes = Buffer.from(body, 'latin1')
  if (stored[2] === undefined) return { text: bytes.toString('utf8') }
  try {
    return { text: inflateSync(bytes).toString('utf8') }
  } catch {
    // Damaged.
    return { fault: 'other_shape' }
  }
}

interface PlainObject {
  readonly words: readonly string[]
  /** The content of its stream, as text of one byte a letter. */
  readonly body: string | undefined
}

/** A PDF's objects, and the number of the one that leads to the others; undefined where it isn't in this product's shape. */
function readPlain(pdf: Uint8Array) {
  const parts = partsOf(pdf)
  if (parts === undefined || !/^%PDF-1\.\d\n%[^\r\n]*\n\n?$/.test(parts.head)) return undefined
  const trailer = wordsOf(parts.trailer).words.join(' ')
  const root =
    /^trailer << \/Size \d+ \/Root (\d+) 0 R(?: \/Info \d+ 0 R)? \/ID \[ \(\) \(\) \] >> startxref$/.exec(
      trailer,
    )?.[1]
  const objects = new Map<number, PlainObject>()
  for (const [number, text] of parts.objects) {
    const object = plainObject(text)
    if (object === undefined) return undefined
    objects.set(number, object)
  }
  return root === undefined ? undefined : { objects, root }
}

/** Undefined where it packs others, has a name in another spelling, or something after its end. */
function plainObject(text: string): PlainObject | undefined {
  const { words: all, end } = wordsOf(text)
  // The object's words, without its number and `obj`.
  const words = all.slice(3, -1)
  const isOdd = (word: string) =>
    /^(?:[^!-~]|[%{}()<>/])$/.test(word) ||
    ['/ObjStm', '/XRef'].includes(word) ||
    (word.includes('#') && word !== '/application#2Fjson')
  if (words.some(isOdd)) return undefined
  const rest = text.slice(end)
  if (all.at(-1) === 'endobj') return rest.trim() === '' ? { words, body: undefined } : undefined
  const body = all.at(-1) === 'stream' ? /^\n([\s\S]*)\nendstream\nendobj\s*$/.exec(rest)?.[1] : undefined
  return body === undefined ? undefined : { words, body }
}

// Anything else, such as a comment or a byte that some programs take for a space, is a word of one letter.
const word = /<<|>>|[[\]]|<[\dA-Fa-f \n]*>|\/?(?:(?![()<>[\]{}/%])[!-~])+|[^ \n]/g

/** The words up to a stream or an end, each string as `()`, and where they end. */
function wordsOf(text: string): { words: string[]; end: number } {
  const words: string[] = []
  word.lastIndex = 0
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    const [one] = found
    if (one === '(') word.lastIndex = endOfString(text, found.index)
    words.push(one === '(' || /^<[^<]/.test(one) ? '()' : one)
    if (one === 'stream' || one === 'endobj') break
  }
  return { words, end: word.lastIndex }
}

/** The end of a string that starts here. Brackets in it come in pairs, or after a backslash. */
export function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

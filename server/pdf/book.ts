import { createHash } from 'node:crypto'
import type { Locale } from '#contract/fields.ts'
import { endOfString } from './attached.ts'
import { partsOf } from './structure.ts'

/** The place of a document in the list of bookmarks. */
export interface Bookmark {
  /** A heading above it, shared with the documents before and after that have the same one; empty: none. */
  readonly group: string
  readonly title: string
}

/** Several documents as one file, written piece by piece. */
export interface Book {
  /**
   * Adds a document behind the others.
   * @param pdf as this product writes it: tagged, its objects uncompressed
   * @returns the next bytes of the file
   * @throws Error where it is written in another way
   */
  add(pdf: Uint8Array, bookmark: Bookmark): Uint8Array
  /** The last bytes of the file. */
  end(): Uint8Array
}

// Numbers of the objects that the documents share. They are written at the end, when everything is known.
const [pages, outlines, structure, root, catalog, info, metadata] = [1, 2, 3, 4, 5, 6, 7] as const

interface Entry {
  readonly title: string
  /** The first page of the document. */
  readonly page: number
}

interface Gathered {
  /** The byte at which each object begins, by its number. */
  readonly places: number[]
  /** The node of pages of each document. */
  readonly kids: number[]
  pageCount: number
  /** The topmost element of each document. */
  readonly elements: number[]
  /** Lines of the tree that leads from pages to elements. */
  readonly parents: string[]
  parentKey: number
  /** Names of the cells that head a row or column. */
  readonly names: string[]
  roles: string
  readonly groups: { title: string; entries: Entry[] }[]
}

/**
 * Puts documents together in one file with bookmarks (PDF 1.7, tagged). Each keeps its pages, fonts and structure; only the numbers
 * of its objects change. Memory is needed for one document, and for some numbers of each.
 * @param title in the properties of the file
 */
export function createBook(title: string, locale: Locale): Book {
  const gathered: Gathered = {
    places: [],
    kids: [],
    pageCount: 0,
    elements: [],
    parents: [],
    parentKey: 0,
    names: [],
    roles: '',
    groups: [],
  }
  const digest = createHash('sha256')
  let written = 0
  let last = metadata as number
  const emit = (texts: readonly string[]): Uint8Array => {
    const bytes = Buffer.from(texts.join(''), 'latin1')
    written += bytes.length
    digest.update(bytes)
    return bytes
  }
  return {
    add(pdf, bookmark) {
      const head = written === 0 ? '%PDF-1.7\n%\x80\x80\x80\x80\n\n' : ''
      const { texts, numbers } = renumbered(pdf, last, gathered, bookmark)
      let at = written + head.length
      for (const [index, text] of texts.entries()) {
        gathered.places[numbers[index] ?? 0] = at
        at += text.length
      }
      last = gathered.places.length - 1
      return emit([head, ...texts])
    },
    end() {
      const texts = closing(gathered, { title, locale, last })
      let at = written
      const parts: string[] = []
      for (const [number, text] of texts) {
        gathered.places[number] = at
        parts.push(text)
        at += text.length
      }
      const size = gathered.places.length
      // An object that no document has: numbers are handed out without gaps, but for those that were dropped.
      const lines = Array.from({ length: size - 1 }, (_, index) => {
        const place = gathered.places[index + 1]
        return place === undefined ? '0000000000 00000 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
      })
      const id = digest.copy().digest('hex').slice(0, 32)
      const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`
      const trailer = `trailer\n<<\n  /Size ${size}\n  /Root ${catalog} 0 R\n  /Info ${info} 0 R\n  /ID [<${id}> <${id}>]\n>>\n`
      return emit([...parts, table, trailer, `startxref\n${at}\n%%EOF\n`])
    },
  }
}

/** Edits a dictionary outside of its strings. */
function outsideStrings(text: string, edit: (piece: string) => string): string {
  const pieces: string[] = []
  let from = 0
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', from)) {
    const end = endOfString(text, at)
    pieces.push(edit(text.slice(from, at)), text.slice(at, end))
    from = end
  }
  pieces.push(edit(text.slice(from)))
  return pieces.join('')
}

const typeOf = (text: string) => /\n {2}\/Type \/(\w+)\n/.exec(text)?.[1]

/** The objects of a document under numbers of the book, without those that the book has itself. */
function renumbered(pdf: Uint8Array, base: number, gathered: Gathered, bookmark: Bookmark) {
  const read = partsOf(pdf)
  if (read === undefined) throw new Error('The PDF has no plain table of its objects')
  const dicts = new Map([...read.objects].map(([number, text]) => [number, split(text)] as const))
  const find = (type: string) => [...dicts].find(([, { dict }]) => typeOf(dict) === type)
  const [tree, ownPages] = [find('StructTreeRoot'), find('Pages')]
  const ownCatalog = find('Catalog')
  if (tree === undefined || ownPages === undefined || ownCatalog === undefined)
    throw new Error('The PDF has no structure or no pages')
  const ownInfo = Number(/\/Info (\d+) 0 R/.exec(read.trailer)?.[1])
  const dropped = new Set(
    [tree[0], ownCatalog[0], ownInfo, find('Outlines')?.[0], find('Metadata')?.[0]].filter(Boolean),
  )
  const mark = `d${gathered.kids.length}`
  const key = gathered.parentKey
  const shift = (piece: string) =>
    piece
      .replace(/(?<![\d.])(\d+) 0 R\b/g, (_, number: string) =>
        Number(number) === tree[0] ? `${root} 0 R` : `${Number(number) + base} 0 R`,
      )
      .replace(
        /\/(StructParents?) (\d+)/g,
        (_, name: string, number: string) => `/${name} ${Number(number) + key}`,
      )
  takeStructure(tree[1].dict, { base, key, mark, shift }, gathered)
  takePages(ownPages, { base, shift }, gathered, bookmark)
  const texts: string[] = []
  const numbers: number[] = []
  for (const [number, { dict, rest }] of dicts) {
    if (dropped.has(number)) continue
    const moved = outsideStrings(dict.replace(/^\d+/, String(number + base)), shift)
    const own =
      number === ownPages[0]
        ? moved.replace('/Type /Pages\n', `/Type /Pages\n  /Parent ${pages} 0 R\n`)
        : moved
    texts.push(nameCells(own, mark) + rest)
    numbers.push(number + base)
  }
  return { texts, numbers }
}

/** An object up to the beginning of its stream, and the rest, which is never changed. */
function split(text: string) {
  const at = text.indexOf('>>\nstream\n')
  return at === -1 ? { dict: text, rest: '' } : { dict: text.slice(0, at), rest: text.slice(at) }
}

/** Cells of two documents have the same names; each gets the mark of its document. Of a document the topmost element is a part of the book. */
const nameCells = (dict: string, mark: string) =>
  typeOf(dict) === 'StructElem'
    ? dict
        .replace(/\n( *\/(?:ID|Headers \[)) ?(\(U\w+\)[^\n]*)/g, (line) => line.replaceAll('(U', `(${mark}U`))
        .replace('\n  /S /Document\n', '\n  /S /Part\n')
    : dict

interface Moving {
  readonly base: number
  readonly shift: (piece: string) => string
}

function takeStructure(
  tree: string,
  { base, key, mark, shift }: Moving & { readonly key: number; readonly mark: string },
  gathered: Gathered,
): void {
  for (const [, number] of (/\n {2}\/K \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/\b(\d+) 0 R/g))
    gathered.elements.push(Number(number) + base)
  const parents = /\/Nums \[([^\]]*)\]/.exec(tree)?.[1] ?? ''
  for (const [, at, element] of parents.matchAll(/\b(\d+) (\d+ 0 R)/g))
    gathered.parents.push(`${Number(at) + key} ${shift(element ?? '')}`)
  const names = /\/Names \[([^\]]*)\]/.exec(tree)?.[1] ?? ''
  for (const [, name, element] of names.matchAll(/\((\w+)\) (\d+ 0 R)/g))
    gathered.names.push(`(${mark}${name}) ${shift(element ?? '')}`)
  gathered.parentKey += Number(/\/ParentTreeNextKey (\d+)/.exec(tree)?.[1] ?? 0)
  gathered.roles ||= /\n {2}\/RoleMap <<\n[\s\S]*?\n {2}>>\n/.exec(tree)?.[0] ?? ''
}

function takePages(
  [number, { dict }]: readonly [number, { dict: string }],
  { base }: Moving,
  gathered: Gathered,
  { group, title }: Bookmark,
): void {
  gathered.kids.push(number + base)
  gathered.pageCount += Number(/\/Count (\d+)/.exec(dict)?.[1] ?? 0)
  const first = Number(/\/Kids \[(\d+) 0 R/.exec(dict)?.[1] ?? 0)
  const entry = { title, page: first + base }
  const open = gathered.groups.at(-1)
  if (open?.title === group) open.entries.push(entry)
  else gathered.groups.push({ title: group, entries: [entry] })
}

/** A text as PDF strings have it, in any script. */
const hex = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
const xml = (text: string) => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The objects that the documents share, by number. */
function closing(
  gathered: Gathered,
  { title, locale, last }: { title: string; locale: Locale; last: number },
): [number, string][] {
  const list = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ')
  const object = (number: number, lines: readonly string[]): [number, string] => [
    number,
    `${number} 0 obj\n<<\n${lines.map((line) => `  ${line}\n`).join('')}>>\nendobj\n\n`,
  ]
  const { bookmarks, first, end } = outlineOf(gathered, last, object)
  const names = gathered.names.toSorted((a, b) => (a < b ? -1 : 1))
  const description = Buffer.from(xmpOf(title, locale), 'utf8').toString('latin1')
  return [
    object(pages, ['/Type /Pages', `/Count ${gathered.pageCount}`, `/Kids [${list(gathered.kids)}]`]),
    object(outlines, [
      '/Type /Outlines',
      `/First ${first} 0 R`,
      `/Last ${end} 0 R`,
      `/Count ${bookmarks.length}`,
    ]),
    [
      structure,
      `${structure} 0 obj\n<<\n  /Type /StructTreeRoot${gathered.roles || '\n'}  /K [${root} 0 R]\n  /ParentTree <<\n    /Nums [${gathered.parents.join(' ')}]\n  >>\n  /IDTree <<\n    /Names [${names.join(' ')}]\n  >>\n  /ParentTreeNextKey ${gathered.parentKey}\n>>\nendobj\n\n`,
    ],
    object(root, [
      '/Type /StructElem',
      '/S /Document',
      `/P ${structure} 0 R`,
      `/K [${list(gathered.elements)}]`,
    ]),
    object(catalog, [
      '/Type /Catalog',
      `/Pages ${pages} 0 R`,
      `/Metadata ${metadata} 0 R`,
      `/Lang (${locale})`,
      `/StructTreeRoot ${structure} 0 R`,
      '/MarkInfo <<\n    /Marked true\n  >>',
      '/ViewerPreferences <<\n    /DisplayDocTitle true\n    /Direction /L2R\n  >>',
      `/Outlines ${outlines} 0 R`,
      '/PageMode /UseOutlines',
    ]),
    object(info, [`/Title ${hex(title)}`, '/Author (Terazi)']),
    [
      metadata,
      `${metadata} 0 obj\n<<\n  /Length ${description.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${description}\nendstream\nendobj\n\n`,
    ],
    ...bookmarks,
  ]
}

/** The bookmarks: a level of groups above the documents, where there are several groups. */
function outlineOf(
  { groups }: Gathered,
  last: number,
  object: (number: number, lines: readonly string[]) => [number, string],
) {
  let number = last
  const next = () => {
    number += 1
    return number
  }
  const bookmarks: [number, string][] = []
  const level = (
    parent: number,
    entries: readonly { title: string; page: number; under?: readonly Entry[] }[],
  ): [number, number] => {
    const numbers = entries.map(next)
    for (const [at, { title, page, under }] of entries.entries()) {
      const own = numbers[at] ?? 0
      const [before, after] = [numbers[at - 1], numbers[at + 1]]
      const below = under && level(own, under)
      bookmarks.push(
        object(own, [
          `/Title ${hex(title)}`,
          `/Parent ${parent} 0 R`,
          ...(before === undefined ? [] : [`/Prev ${before} 0 R`]),
          ...(after === undefined ? [] : [`/Next ${after} 0 R`]),
          ...(below && under
            ? [`/First ${below[0]} 0 R`, `/Last ${below[1]} 0 R`, `/Count ${under.length}`]
            : []),
          `/Dest [${page} 0 R /Fit]`,
        ]),
      )
    }
    return [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  }
  const flat = groups.length === 1 || groups.every(({ title }) => title === '')
  const [first, end] = flat
    ? level(
        outlines,
        groups.flatMap(({ entries }) => entries),
      )
    : level(
        outlines,
        groups.flatMap(({ title, entries }) =>
          title === '' ? entries : [{ title, page: entries[0]?.page ?? 0, under: entries }],
        ),
      )
  return { bookmarks, first, end }
}

const xmpOf = (title: string, locale: Locale) =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Terazi</rdf:li></rdf:Seq></dc:creator><dc:language><rdf:Bag><rdf:li>${locale}</rdf:li></rdf:Bag></dc:language><pdfuaid:part>1</pdfuaid:part><dc:format>application/pdf</dc:format></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`

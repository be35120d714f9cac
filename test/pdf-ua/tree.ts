import { type Dict, isDict, nameOf, type PdfFile, Ref, type Value } from './objects.ts'

/** An element of the structure, its children in reading order: elements, and what they show. */
export interface Element {
  number: number
  type: string
  dict: Dict
  parent: Element | undefined
  children: Element[]
  /** Pieces of pages, by the page's object number. */
  pieces: { page: number; mcid: number }[]
  /** Object numbers of links. */
  links: number[]
}

// ISO 32000-1, 14.8.4.
const standard = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula Form'
  ).split(' '),
)

/** The structure, every element under its parent: Matterhorn 02 and what the tree itself must contain. */
export function treeOf(file: PdfFile, root: Dict, faults: string[]): Element[] {
  const roles = file.dict(root.get('RoleMap'))
  const all: Element[] = []
  const seen = new Set<number>()

  function standardType(own: string): string {
    const tried = new Set<string>()
    let type = own
    for (let to = nameOf(roles?.get(type)); to !== undefined; to = nameOf(roles?.get(type))) {
      if (standard.has(type)) faults.push(`02-004 the standard type ${type} is mapped to another`)
      if (tried.has(type)) {
        faults.push(`02-003 the roles of ${own} run in a circle`)
        break
      }
      tried.add(type)
      type = to
    }
    if (!standard.has(type)) faults.push(`02-001 ${own} is no standard type and is mapped to none`)
    return type
  }

  function add(reference: Value, parent: Element | undefined, above: number): void {
    const dict = file.dict(reference)
    if (!(reference instanceof Ref) || !dict) return void faults.push('A child of the structure is not there')
    const { number } = reference
    if (seen.has(number)) return void faults.push(`Element ${number} is in the structure twice`)
    seen.add(number)
    const up = dict.get('P')
    if (!(up instanceof Ref) || up.number !== above) faults.push(`Element ${number} names another parent`)
    const type = standardType(nameOf(dict.get('S')) ?? 'an element without a type')
    const element: Element = { number, type, dict, parent, children: [], pieces: [], links: [] }
    all.push(element)
    parent?.children.push(element)
    const page = dict.get('Pg')
    for (const kid of [file.get(dict.get('K')) ?? []].flat()) {
      const inner = isDict(kid) ? kid : undefined
      const where = inner?.get('Pg') ?? page
      const mcid = inner ? inner.get('MCID') : kid
      const object = inner?.get('Obj')
      if (kid instanceof Ref) add(kid, element, number)
      else if (object instanceof Ref) element.links.push(object.number)
      else if (typeof mcid === 'number' && where instanceof Ref)
        element.pieces.push({ page: where.number, mcid })
      else faults.push(`Element ${number} has a child of no known kind`)
    }
  }

  const top = [...file.objects].find(([, value]) => value === root)?.[0] ?? 0
  const first = root.get('K')
  for (const kid of Array.isArray(first) ? first : first === undefined ? [] : [first])
    add(kid, undefined, top)
  if (all.length === 0) faults.push('The structure is empty')
  return all
}

/** Attributes of one owner, later ones over earlier. */
export function attributesOf(file: PdfFile, element: Element, owner: string): Dict {
  const found: Dict = new Map()
  for (const one of [file.get(element.dict.get('A')) ?? []].flat()) {
    const dict = file.dict(one)
    if (dict && nameOf(dict.get('O')) === owner) for (const [key, value] of dict) found.set(key, value)
  }
  return found
}

/** The entries of a number or name tree, in order. */
export function entriesOf(file: PdfFile, node: Dict | undefined, key: 'Nums' | 'Names'): [Value, Value][] {
  const own = file.list(node?.get(key))
  const pairs = own.flatMap((one, at): [Value, Value][] => {
    const value = own[at + 1]
    return at % 2 === 0 && value !== undefined ? [[one, value]] : []
  })
  return [...pairs, ...file.list(node?.get('Kids')).flatMap((kid) => entriesOf(file, file.dict(kid), key))]
}

import { shownOn } from './content.ts'
import { type Dict, nameOf, type PdfFile, Ref, readPdf, Stream, type Value } from './objects.ts'
import { attributesOf, type Element, entriesOf, treeOf } from './tree.ts'

/**
 * The faults that keep a PDF from being PDF/UA-1, as far as a machine can tell: the points of the Matterhorn protocol that
 * matter for what Typst writes, with their numbers. It reads files whose objects are uncompressed, and names what it does
 * not know as a fault.
 */
export function uaFaults(pdf: Uint8Array): string[] {
  let file: PdfFile
  try {
    file = readPdf(pdf)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const faults: string[] = []
  const catalog: Dict = file.dict(file.trailer.get('Root')) ?? new Map()
  checkCatalog(file, catalog, faults)
  const root = file.dict(catalog.get('StructTreeRoot'))
  if (!root) return [...faults, 'There is no structure']
  const elements = treeOf(file, root, faults)
  checkHeadings(elements, faults)
  checkFigures(elements, faults)
  checkLists(elements, faults)
  checkTables(file, root, elements, faults)
  checkPages(file, catalog, root, elements, faults)
  return faults
}

const filled = (value: Value | undefined) =>
  typeof value === 'string' && value.replace('\xFE\xFF', '').trim() !== ''

function checkCatalog(file: PdfFile, catalog: Dict, faults: string[]) {
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault))
  const mark = file.dict(catalog.get('MarkInfo'))
  expect(mark?.get('Marked') === true, 'MarkInfo does not say that the file is marked')
  expect(mark?.get('Suspects') !== true, '04-001 MarkInfo suspects the tags')
  expect(filled(catalog.get('Lang')), '11-006 the language is not named')
  const shows = file.dict(catalog.get('ViewerPreferences'))?.get('DisplayDocTitle')
  expect(shows === true, '07-001 the title is not shown')
  const metadata = file.get(catalog.get('Metadata'))
  const xmp = metadata instanceof Stream ? metadata.data.toString('utf8') : ''
  expect(xmp !== '', '06-001 there is no XMP')
  expect(/<pdfuaid:part>1<|pdfuaid:part="1"/.test(xmp), '05-001 XMP does not name PDF/UA-1')
  expect(/<dc:title>.*<rdf:li[^>]*>[^<]*\S[^<]*</s.test(xmp), '06-003 XMP has no title')
  expect(!file.trailer.has('Encrypt'), '26-001 the file is encrypted, which is not checked here')
  for (const key of ['AcroForm', 'OCProperties'])
    expect(!catalog.has(key), `The catalog has ${key}, which is not checked here`)
  const names = file.dict(catalog.get('Names')) ?? new Map()
  for (const key of names.keys())
    expect(key === 'EmbeddedFiles', `The catalog’s names have ${key}, which is not checked here`)
  for (const [, attached] of entriesOf(file, file.dict(names.get('EmbeddedFiles')), 'Names')) {
    const specification = file.dict(attached)
    const named = filled(specification?.get('F')) && filled(specification?.get('UF'))
    expect(named, '21-001 an attached file has no name')
  }
}

/** Headings begin with the first level and leave none out: Matterhorn 14. */
function checkHeadings(elements: Element[], faults: string[]) {
  let last = 0
  for (const { type, number } of elements) {
    if (type === 'H') faults.push(`14-007 heading ${number} has no level`)
    const level = Number(/^H([1-6])$/.exec(type)?.[1] ?? 0)
    if (level === 0) continue
    if (last === 0 && level !== 1) faults.push(`14-002 the first heading is ${type}`)
    else if (level > last + 1) faults.push(`14-003 ${type} follows H${last}`)
    last = level
  }
}

function checkFigures(elements: Element[], faults: string[]) {
  for (const { type, number, dict } of elements)
    if (
      (type === 'Figure' || type === 'Formula') &&
      !filled(dict.get('Alt')) &&
      !filled(dict.get('ActualText'))
    )
      faults.push(`13-004 figure ${number} has no text`)
}

// Which elements may contain which: Matterhorn 09-004, 09-005.
const childrenOf: Record<string, string[]> = {
  L: ['LI', 'L', 'Caption'],
  LI: ['Lbl', 'LBody'],
  Table: ['THead', 'TBody', 'TFoot', 'TR', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
}
const parentsOf: Record<string, string[]> = {
  LI: ['L'],
  LBody: ['LI'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
}

function checkLists(elements: Element[], faults: string[]) {
  for (const { type, number, parent, children, pieces } of elements) {
    const parents = parentsOf[type]
    if (parents && !parents.includes(parent?.type ?? ''))
      faults.push(`09-004 ${type} ${number} is in ${parent?.type ?? 'nothing'}`)
    const allowed = childrenOf[type]
    if (!allowed) continue
    const odd = children.find((child) => !allowed.includes(child.type))
    if (odd) faults.push(`09-005 ${type} ${number} holds ${odd.type}`)
    if (pieces.length > 0) faults.push(`09-005 ${type} ${number} shows something itself`)
    if (children.length === 0) faults.push(`09-005 ${type} ${number} is empty`)
    if (type === 'LI' && !children.some((child) => child.type === 'LBody'))
      faults.push(`09-005 LI ${number} has no body`)
  }
}

const idOf = ({ dict }: Element) => {
  const id = dict.get('ID')
  return typeof id === 'string' ? id : undefined
}

function checkTables(file: PdfFile, root: Dict, elements: Element[], faults: string[]) {
  const tree = entriesOf(file, file.dict(root.get('IDTree')), 'Names')
  const named = elements.filter((element) => idOf(element) !== undefined)
  const entries = tree.map(([id, to]) => `${id} ${to instanceof Ref ? to.number : '?'}`)
  if (
    entries.join() !==
    named
      .map((one) => `${idOf(one)} ${one.number}`)
      .toSorted(byId)
      .join()
  )
    faults.push('The tree of names does not hold each name once and in order')
  for (const table of elements.filter(({ type }) => type === 'Table')) {
    const rows = table.children.flatMap((child) => (child.type === 'TR' ? [child] : child.children))
    const widths = rowWidths(file, rows)
    if (new Set(widths).size > 1)
      faults.push(`Table ${table.number} has rows of ${[...new Set(widths)].join(', ')} cells`)
    const cells = rows.flatMap((row) => row.children)
    const heads = cells.filter(({ type }) => type === 'TH')
    if (heads.length === 0) faults.push(`Table ${table.number} has no heading`)
    const known = new Set(heads.map(idOf))
    for (const head of heads) {
      const scope = nameOf(attributesOf(file, head, 'Table').get('Scope'))
      if (!['Row', 'Column', 'Both'].includes(scope ?? ''))
        faults.push(`15-003 TH ${head.number} has no scope`)
    }
    for (const cell of cells) {
      const given = attributesOf(file, cell, 'Table').get('Headers')
      const unknown = file.list(given).filter((id) => typeof id !== 'string' || !known.has(id))
      if (unknown.length > 0)
        faults.push(`${cell.type} ${cell.number} names ${unknown.join(', ')} as its heading`)
      if (cell.type === 'TD' && given !== undefined && file.list(given).length === 0)
        faults.push(`TD ${cell.number} names no heading`)
    }
  }
}

const byId = (a: string, b: string) => (a < b ? -1 : 1)

/** The number of columns of each row, with what reaches into it from above. */
function rowWidths(file: PdfFile, rows: Element[]): number[] {
  const taken = new Map<number, number>()
  return rows.map(({ children }, at) => {
    for (const cell of children) {
      const attributes = attributesOf(file, cell, 'Table')
      const [columns, down] = [attributes.get('ColSpan') ?? 1, attributes.get('RowSpan') ?? 1].map(Number)
      for (let row = at; row < at + (down ?? 1); row += 1)
        taken.set(row, (taken.get(row) ?? 0) + (columns ?? 1))
    }
    return taken.get(at) ?? 0
  })
}

function checkPages(file: PdfFile, catalog: Dict, root: Dict, elements: Element[], faults: string[]) {
  const parentTree = new Map(entriesOf(file, file.dict(root.get('ParentTree')), 'Nums'))
  const pieces = new Map<string, number>()
  for (const { number, pieces: own } of elements)
    for (const { page, mcid } of own) {
      const key = `${page} ${mcid}`
      if (pieces.has(key)) faults.push(`Piece ${mcid} belongs to two elements`)
      pieces.set(key, number)
    }
  const used = new Set<string>()
  const linked = new Set<number>()
  for (const reference of pagesOf(file, catalog.get('Pages'))) {
    const page = file.dict(reference) ?? new Map()
    const label = `page object ${reference.number}`
    const shown = shownOn(file, page, label)
    faults.push(...shown.faults)
    const parents = file.list(parentTree.get(page.get('StructParents') ?? null))
    for (const mcid of shown.tagged) {
      const key = `${reference.number} ${mcid}`
      if (used.has(key)) faults.push(`${label} shows piece ${mcid} twice`)
      used.add(key)
      const owner = pieces.get(key)
      const back = parents[mcid]
      if (owner === undefined)
        faults.push(`01-005 ${label} shows piece ${mcid}, which is nowhere in the structure`)
      if (!(back instanceof Ref) || back.number !== owner)
        faults.push(`The parent tree does not lead from piece ${mcid} of ${label} to its element`)
    }
    const annotations = file.list(page.get('Annots'))
    if (annotations.length > 0 && nameOf(page.get('Tabs')) !== 'S')
      faults.push(`28-009 ${label} has no tab order`)
    for (const annotation of annotations) checkLink(annotation, label)
  }
  for (const key of pieces.keys())
    if (!used.has(key)) faults.push(`The structure names a piece that no page shows: ${key}`)
  for (const { type, number, links } of elements) {
    if (type === 'Link' && links.length === 0) faults.push(`Link ${number} leads nowhere`)
    for (const link of links)
      if (!linked.has(link)) faults.push(`Element ${number} names a link that no page has`)
  }

  function checkLink(annotation: Value, label: string) {
    const dict = file.dict(annotation) ?? new Map()
    const number = annotation instanceof Ref ? annotation.number : 0
    linked.add(number)
    if (nameOf(dict.get('Subtype')) !== 'Link')
      faults.push(`28-002 ${label} has an annotation that is no link`)
    if (!filled(dict.get('Contents'))) faults.push(`28-012 link ${number} has no text`)
    const back = parentTree.get(dict.get('StructParent') ?? null)
    const owner = elements.find((element) => back instanceof Ref && element.number === back.number)
    if (owner?.type !== 'Link' || !owner.links.includes(number))
      faults.push(`28-011 link ${number} is in no Link`)
  }
}

function pagesOf(file: PdfFile, node: Value | undefined): Ref[] {
  const dict = file.dict(node)
  if (nameOf(dict?.get('Type')) === 'Pages')
    return file.list(dict?.get('Kids')).flatMap((kid) => pagesOf(file, kid))
  return node instanceof Ref ? [node] : []
}

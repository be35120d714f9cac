import { type Dict, isDict, Name, nameOf, type PdfFile, Stream, steps, type Value } from './objects.ts'

/** The marked content of a page by its numbers, and the faults in it. */
export interface Shown {
  faults: string[]
  /** Numbers of the marked pieces that are no artifacts. */
  tagged: number[]
}

const paints = new Set('f F f* B B* b b* S s sh Do Tj TJ \' " EI'.split(' '))
const texts = new Set(['Tj', 'TJ', "'", '"'])

/** The letters of a font's codes, from its ToUnicode. */
function lettersOf(cmap: string): (code: number) => string | undefined {
  const single = new Map<number, string>()
  const ranges: { from: number; to: number }[] = []
  const unicode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', to = ''] of block.matchAll(/<([\da-fA-F]+)>\s*<([\da-fA-F]+)>/g))
      single.set(Number.parseInt(code, 16), unicode(to))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = ''] of block.matchAll(/<([\da-fA-F]+)>\s*<([\da-fA-F]+)>\s*[<[]/g))
      ranges.push({ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) })
  return (code) =>
    single.get(code) ?? (ranges.some(({ from, to }) => from <= code && code <= to) ? 'in a range' : undefined)
}

interface Font {
  name: string
  letters: (code: number) => string | undefined
  /** Codes without a letter. */
  lost: Set<number>
}

/** Checks that fonts are in the file and say what their codes mean: Matterhorn 10-001, 31-009. */
function fontOf(file: PdfFile, font: Dict, faults: string[]): Font {
  const name = nameOf(font.get('BaseFont')) ?? 'a font without a name'
  const inner = file.dict(file.list(font.get('DescendantFonts'))[0]) ?? font
  const descriptor = file.dict(inner.get('FontDescriptor'))
  const embedded = ['FontFile', 'FontFile2', 'FontFile3'].some(
    (key) => file.get(descriptor?.get(key)) instanceof Stream,
  )
  if (!embedded && nameOf(font.get('Subtype')) !== 'Type3') faults.push(`31-009 ${name} is not embedded`)
  if (nameOf(font.get('Encoding')) !== 'Identity-H')
    faults.push(`${name} has an encoding that is not checked here`)
  const cmap = file.get(font.get('ToUnicode'))
  if (!(cmap instanceof Stream)) faults.push(`10-001 ${name} has no ToUnicode`)
  const letters = cmap instanceof Stream ? lettersOf(cmap.data.toString('latin1')) : () => 'unknown'
  return { name, letters, lost: new Set() }
}

function readCodes(shown: Value | undefined, font: Font): void {
  const parts = Array.isArray(shown) ? shown : [shown]
  for (const part of parts) {
    if (typeof part !== 'string') continue
    for (let at = 0; at + 1 < part.length; at += 2) {
      const code = part.charCodeAt(at) * 256 + part.charCodeAt(at + 1)
      const letter = font.letters(code)
      if (code === 0 || !letter || /^[\0\uFEFF\uFFFE]/.test(letter)) font.lost.add(code)
    }
  }
}

/** Every piece that a page paints is either tagged or an artifact, and its text can be read: Matterhorn 01, 10, 31. */
export function shownOn(file: PdfFile, page: Dict, label: string): Shown {
  const faults: string[] = []
  const tagged: number[] = []
  const fonts = new Map<Dict, Font>()

  function walk(content: string, resources: Dict | undefined, around: 'artifact' | 'tagged' | undefined) {
    const marks: ('artifact' | 'tagged' | undefined)[] = []
    const inside = (kind: 'artifact' | 'tagged') => around === kind || marks.includes(kind)
    const find = (kind: string, name: Value | undefined) =>
      file.get(file.dict(resources?.get(kind))?.get(nameOf(name) ?? ''))
    let font: Font | undefined
    for (const { operator, operands } of steps(content)) {
      if (operator === 'BDC' || operator === 'BMC') {
        const [tag, given] = operands
        const properties = given instanceof Name ? find('Properties', given) : given
        const number = isDict(properties) ? properties.get('MCID') : undefined
        const artifact = nameOf(tag) === 'Artifact'
        if (artifact && inside('tagged')) faults.push(`01-001 ${label} has an artifact in something tagged`)
        if (number !== undefined && inside('artifact'))
          faults.push(`01-002 ${label} has a tag in an artifact`)
        if (typeof number === 'number') {
          if (around) faults.push(`${label} has a tag in a form, which is not checked here`)
          tagged.push(number)
        }
        marks.push(artifact ? 'artifact' : number === undefined ? undefined : 'tagged')
      } else if (operator === 'EMC') {
        if (marks.length === 0) faults.push(`${label} ends a mark that did not begin`)
        marks.pop()
      } else if (operator === 'Tf') {
        const found = find('Font', operands[0])
        if (!isDict(found)) faults.push(`${label} has no font ${nameOf(operands[0])}`)
        else {
          font = fonts.get(found) ?? fontOf(file, found, faults)
          fonts.set(found, font)
        }
      }
      if (paints.has(operator) && !inside('tagged') && !inside('artifact'))
        faults.push(`01-005 ${label} paints what is neither tagged nor an artifact (${operator})`)
      if (texts.has(operator) && font) readCodes(operands.at(-1), font)
      if (operator === 'Do') {
        const form = find('XObject', operands[0])
        if (form instanceof Stream && nameOf(form.dict.get('Subtype')) === 'Form')
          walk(
            form.data.toString('latin1'),
            file.dict(form.dict.get('Resources')) ?? resources,
            inside('artifact') ? 'artifact' : inside('tagged') ? 'tagged' : undefined,
          )
      }
    }
    if (marks.length > 0) faults.push(`${label} has a mark that does not end`)
  }

  const parts = [file.get(page.get('Contents'))].flat()
  const content = parts.map((part) => {
    const stream = file.get(part)
    return stream instanceof Stream ? stream.data.toString('latin1') : ''
  })
  walk(content.join('\n'), file.dict(page.get('Resources')), undefined)
  for (const { name, lost } of fonts.values())
    if (lost.size > 0)
      faults.push(`10-001 ${label} shows codes of ${name} without letters: ${[...lost].join(' ')}`)
  return { faults, tagged }
}

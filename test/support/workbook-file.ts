import { crc32, deflateRawSync } from 'node:zlib'

/** A sheet as XML of its cells, or its rows as texts and numbers. */
export interface SheetContent {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows?: readonly (readonly (string | number)[])[]
  /** Replaces `rows`: the content of `sheetData`, and what follows it. */
  data?: string
  after?: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const cellXml = (cell: string | number) =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`

const sheetXml = ({ rows = [], data, after = '' }: SheetContent) =>
  `<?xml version="1.0"?><worksheet><sheetData>${
    data ?? rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join('')
  }</sheetData>${after}</worksheet>`

interface WorkbookContent {
  sheets: readonly SheetContent[]
  /** The XML within `si` of each shared text. */
  strings?: readonly string[]
  /** Formats of the cell styles, from style 1: a built-in number or a code. */
  formats?: readonly (number | string)[]
  properties?: string
}

/** An Excel workbook with exactly these parts, also those that no program would write. */
export function workbookFile({
  sheets,
  strings,
  formats = [],
  properties = '',
}: WorkbookContent): Uint8Array<ArrayBuffer> {
  const list = sheets
    .map(
      ({ name, state }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')
  const relations = sheets
    .map((_, at) => `<Relationship Id="rId${at + 1}" Type="x" Target="worksheets/sheet${at + 1}.xml"/>`)
    .join('')
  const codes = formats.flatMap((format, at) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`] : [],
  )
  const styles = [0, ...formats].map(
    (format, at) => `<xf numFmtId="${typeof format === 'string' ? 163 + at : format}"/>`,
  )
  return zipFile([
    ['[Content_Types].xml', '<Types/>'],
    ['xl/workbook.xml', `<workbook xmlns:r="r">${properties}<sheets>${list}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${relations}</Relationships>`],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ...(strings
      ? [
          [
            'xl/sharedStrings.xml',
            `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
          ] as const,
        ]
      : []),
    ...sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)] as const),
  ])
}

/** A packed file. @param claimed what its directory says of each part's size, where that is a lie */
export function zipFile(
  parts: readonly (readonly [string, string | Uint8Array])[],
  claimed?: number,
): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const named = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed ?? bytes.length, 18)
    fields.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, named, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, named]))
    pieces.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...pieces, listing, end]))
}

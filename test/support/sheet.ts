import { inflateRawSync } from 'node:zlib'

/** One file of a ZIP file, by its entry in the directory at the end. */
export function fileIn(archive: Buffer, name: string): string {
  const entry = archive.lastIndexOf(name) - 46
  const [size, local] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)]
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  return inflateRawSync(archive.subarray(start, start + size)).toString()
}

export interface SheetCell {
  /** A number for values Excel computes with. */
  readonly value: string | number
  /** Its format; undefined if Excel decides. */
  readonly format: string | undefined
}

/** The names of an Excel file's sheets, in their order. */
export const sheetsOf = (archive: Buffer): string[] =>
  [...fileIn(archive, 'xl/workbook.xml').matchAll(/<sheet [^>]*>/g)].map(
    ([tag]) => attribute(tag, 'name') ?? '',
  )

/** The rows of a sheet of an Excel file as Excel reads them, by column: A, B and so on. */
export function rowsOf(archive: Buffer, sheetNumber = 1): Map<string, SheetCell>[] {
  const texts = [...fileIn(archive, 'xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, text = '']) => text.replace(/<[^>]+>/g, ''),
  )
  const styles = fileIn(archive, 'xl/styles.xml')
  const formats = new Map(
    [...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      attribute(tag, 'formatCode'),
    ]),
  )
  const used = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(([tag]) =>
    formats.get(attribute(tag, 'numFmtId')),
  )
  const sheet = fileIn(archive, `xl/worksheets/sheet${sheetNumber}.xml`)
  return [...sheet.matchAll(/<row .*?<\/row>/gs)].map(([row]) => {
    const cells = [...row.matchAll(/(<c [^>]*>)<v>([^<]*)<\/v>/g)].map(([, tag = '', value = '']) => {
      const text = attribute(tag, 't') === 's'
      const read = text ? (texts[Number(value)] ?? '') : Number(value)
      const style = attribute(tag, 's')
      const format = style === undefined ? undefined : used[Number(style)]
      return [attribute(tag, 'r')?.replace(/\d+/, '') ?? '', { value: read, format }] as const
    })
    return new Map(cells)
  })
}

const attribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"')

/** The date of a number in Excel, to the minute: `2026-10-26 02:48`. */
export function dateOf(serial: string | number | undefined): string {
  if (typeof serial !== 'number') return `no date: ${serial}`
  return new Date(Math.round((serial - 25_569) * 1440) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

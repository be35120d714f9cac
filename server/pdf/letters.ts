import { withoutInvisible } from '#contract/fields.ts'

/** Ranges of code points, as first, last. */
type Ranges = [number, number][]

/** The characters that a TrueType font has a glyph for, from its table `cmap`: format 12, or 4 for fonts within the first plane. */
export function lettersOf(font: Buffer): Ranges {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (entry === undefined) throw new Error('A font without a table of letters')
  const cmap = font.readUInt32BE(entry + 8)
  const maps = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, at) => cmap + font.readUInt32BE(cmap + 8 + 8 * at),
  )
  return maps.flatMap((at) => {
    const format = font.readUInt16BE(at)
    if (format === 12)
      return Array.from({ length: font.readUInt32BE(at + 12) }, (_, group): [number, number] => [
        font.readUInt32BE(at + 16 + 12 * group),
        font.readUInt32BE(at + 20 + 12 * group),
      ])
    if (format !== 4) return []
    const segments = font.readUInt16BE(at + 6) / 2
    return Array.from({ length: segments }, (_, segment): [number, number] => [
      font.readUInt16BE(at + 16 + 2 * segments + 2 * segment),
      font.readUInt16BE(at + 14 + 2 * segment),
    ]).filter(([first]) => first !== 0xffff)
  })
}

/**
 * Makes texts that these fonts can show: without invisible characters and without letters that none of them has. Odd
 * spaces become spaces. A text of nothing else is a dash, because a heading or cell without words is no good to a reader.
 */
export function printable(fonts: readonly Buffer[]): (text: string) => string {
  const known = new Set<number>()
  for (const [first, last] of fonts.flatMap(lettersOf))
    for (let code = first; code <= last; code += 1) known.add(code)
  const isShown = (letter: string) => /[\t\n\r]/.test(letter) || known.has(letter.codePointAt(0) ?? 0)
  return (text) => {
    if (/^[\n\x20-\x7e]*$/.test(text)) return text
    const shown = [...withoutInvisible(text.normalize('NFC'))]
      .map((letter) => (isShown(letter) ? letter : /\p{Zs}/u.test(letter) ? ' ' : ''))
      .join('')
    return shown.trim() === '' && text.trim() !== '' ? '—' : shown
  }
}

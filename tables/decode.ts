import { type Row, shortened } from './table.ts'

/** Bytes 128 to 255 of the Turkish Macintosh and of Turkish DOS (857), which browsers don't know. */
const highBytes = {
  'x-mac-turkish':
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙ\uf8a0ˆ˜¯˘˙˚¸˝˛ˇ',
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
}

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

const sampled = 64 * 1024

/**
 * The text of a file. A byte order mark decides; without one a zero in every second byte says UTF-16, and bytes that are
 * no UTF-8 are the one of Turkish Windows, Macintosh and DOS in which the letters look most like Turkish.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte))
  const wide = mark?.encoding ?? wideOf(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeOneByte(bytes)
  }
}

/** UTF-16 without a mark: the letters of a table are mostly Latin, so nearly all high bytes are 0, 1 or 32. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 4096)
  if (head.length < 4) return undefined
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 5 && even === 0) return 'utf-16le'
  return even > head.length / 5 && odd === 0 ? 'utf-16be' : undefined
}

function decodeOneByte(bytes: Uint8Array): string {
  const windows = (some: Uint8Array) => new TextDecoder('windows-1254').decode(some)
  const ways = [
    windows,
    (some: Uint8Array) => decodeBy(highBytes['x-mac-turkish'], some),
    (some: Uint8Array) => decodeBy(highBytes.cp857, some),
  ]
  const telling = tellingPart(bytes)
  let [best, most] = [windows, Number.NEGATIVE_INFINITY]
  for (const way of ways) {
    const points = turkishness(way(telling))
    if (points <= most) continue
    best = way
    most = points
  }
  return best(bytes)
}

/** The part from shortly before the first byte that is no ASCII: a long list may begin without such letters. */
function tellingPart(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  return bytes.subarray(Math.max(0, first - 100), first + sampled)
}

function decodeBy(table: string, bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += sampled) {
    let piece = ''
    for (const byte of bytes.subarray(from, from + sampled))
      piece += byte < 0x80 ? String.fromCharCode(byte) : (table[byte - 0x80] ?? '\ufffd')
    pieces.push(piece)
  }
  return pieces.join('')
}

/** Scores how much the letters beyond ASCII look like Turkish: the right ones, and no change of case within a word. */
function turkishness(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const right = count(/[çğıöşüÇĞİÖŞÜâîûÂÎÛ]/g)
  const strange = count(/[^\p{ASCII}çğıöşüÇĞİÖŞÜâîûÂÎÛ]/gu)
  const changes = count(/(?:\p{Ll}(?=[ÇĞİÖŞÜ])|[çğıöşü](?=\p{Lu}))/gu)
  return right - 2 * strange - 2 * changes
}

/** A word whose letters seem to have been lost on the way, and its line. */
export interface BrokenLetters {
  readonly line: number
  readonly text: string
}

// Replaced letters; UTF-8 that was read as Windows-1252 or 1254 and stored so; Turkish read as Latin-1 (Yýldýz, Þükrü);
// control characters of another encoding; a question mark in the place of a letter.
const broken =
  /\ufffd|[ÃÄÅÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122\u011e\u011f\u0130\u0131\u015e\u015f]|[ýþðÝÞÐ]|[\u0080-\u009f]|\p{L}\?\p{L}/u

/** The first word that looks broken; undefined where all letters look right. */
export function brokenLetters(text: string): BrokenLetters | undefined {
  const found = broken.exec(text)
  if (found === null) return undefined
  const before = text.slice(0, found.index)
  const word = /[^\s;,|"]{0,40}$/.exec(before.slice(-40))?.[0] ?? ''
  const after = /^[^\s;,|"]{0,40}/.exec(text.slice(found.index, found.index + 40))?.[0] ?? ''
  return { line: (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1, text: shortened(word + after) }
}

/** The first cell that looks broken, with the line of its row. */
export function brokenInRows(rows: readonly Row[]): BrokenLetters | undefined {
  for (const { line, cells } of rows) {
    for (const cell of cells) {
      const found = brokenLetters(cell)
      if (found !== undefined) return { line, text: found.text }
    }
  }
  return undefined
}

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * The text of a list file. A byte order mark decides; without one, bytes that are no UTF-8 are Windows-1254, which is
 * what a Turkish Excel writes.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = marks.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  if (mark) return new TextDecoder(mark.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

const starts = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

const zip = [0x50, 0x4b, 0x03, 0x04]
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

/** Tells from a file's first bytes whether it is a workbook (xlsx, xls), something else that is no text, or text. */
export function kindOf(head: Uint8Array): 'spreadsheet' | 'binary' | 'text' {
  if (starts(head, zip) || starts(head, oldOffice)) return 'spreadsheet'
  if (starts(head, [0xff, 0xfe]) || starts(head, [0xfe, 0xff])) return 'text'
  // Text of any one-byte encoding has no control bytes but tab, line feed, form feed and carriage return.
  const controls = head.reduce(
    (sum, byte) => sum + (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte) ? 1 : 0),
    0,
  )
  return head.includes(0) || controls > head.length / 100 ? 'binary' : 'text'
}

import { TableError } from './error.ts'

const starts = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const headBytes = 4096

/**
 * Tells from a file's bytes, regardless of its name, whether it is a packed workbook or text.
 * @throws TableError for what is neither: nothing, an old or protected workbook, another file
 */
export function kindOf(bytes: Uint8Array): 'workbook' | 'text' {
  if (bytes.length === 0) throw new TableError('empty')
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'workbook'
  // A workbook with a password is packed into the same kind of file as one of Excel 97.
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new TableError(contains(bytes, 'EncryptedPackage') ? 'password' : 'old_excel')
  const head = bytes.subarray(0, headBytes)
  if (starts(head, [0xff, 0xfe]) || starts(head, [0xfe, 0xff])) return 'text'
  // Text has no control characters but tab, line feed, form feed and carriage return; UTF-16 has zeros on one side.
  let controls = 0
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
    else if (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)) controls += 1
  }
  const [even = 0, odd = 0] = zeros
  const isWide = even + odd > head.length / 5 && (even === 0 || odd === 0)
  if ((even + odd > 0 && !isWide) || controls > head.length / (isWide ? 10 : 100))
    throw new TableError('binary')
  return 'text'
}

/** True when a name of the file's directory, which is written in UTF-16, is somewhere in it. */
function contains(bytes: Uint8Array, name: string): boolean {
  const wide = Uint8Array.from([...name].flatMap((letter) => [letter.charCodeAt(0), 0]))
  for (let at = bytes.indexOf(wide[0] ?? 0); at !== -1; at = bytes.indexOf(wide[0] ?? 0, at + 1))
    if (wide.every((byte, offset) => bytes[at + offset] === byte)) return true
  return false
}

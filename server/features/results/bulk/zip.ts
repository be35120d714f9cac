import { crc32 } from 'node:zlib'

/** A file in a ZIP file, as its list at the end has it. */
export interface ZipEntry {
  /** Path with `/` between folders. */
  readonly path: string
  readonly crc: number
  readonly size: number
  /** The time at which it was made. */
  readonly at: Date
}

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Names are UTF-8. */
const utf8 = 0x0800
/** The version of the format that folders came with. */
const version = 20
/** Places and sizes in a header have 32 bits. */
const largest = 0xffff_ffff

export const zipEntry = (path: string, file: Uint8Array, at: Date): ZipEntry => ({
  path,
  crc: crc32(file),
  size: file.length,
  at,
})

/** The day and time of a file in 2 × 16 bits, to two seconds, in UTC: the format knows no zones. */
function dosTime(at: Date): [time: number, day: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

/** The fields that both headers have: version, flags, no compression, time, check, sizes and the length of the name. */
function common({ path, crc, size, at }: ZipEntry): Buffer {
  const fields = Buffer.alloc(26)
  const [time, day] = dosTime(at)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(utf8, 2)
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(day, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(size, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(Buffer.byteLength(path), 22)
  return fields
}

const mark = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The header before the bytes of a file. Nothing is compressed: PDFs are already. */
export const localHeader = (entry: ZipEntry): Buffer =>
  Buffer.concat([mark(localMark), common(entry), Buffer.from(entry.path)])

/** The bytes that a file takes with its header. */
const lengthOf = ({ path, size }: ZipEntry) => 30 + Buffer.byteLength(path) + size

/**
 * The list at the end of a ZIP file.
 * @param entries in the order in which they were written
 * @returns its bytes, and the size of the whole file
 * @throws RangeError for a file of 4 GiB or more, or of more than 65,534 files
 */
export function zipEnd(entries: readonly ZipEntry[]): { bytes: Buffer; size: number } {
  let at = 0
  const records = entries.map((entry) => {
    const record = Buffer.alloc(14)
    record.writeUInt32LE(at, 10)
    at += lengthOf(entry)
    if (at > largest) throw new RangeError('The ZIP file is too large')
    const made = Buffer.from([version, 0])
    return Buffer.concat([mark(centralMark), made, common(entry), record, Buffer.from(entry.path)])
  })
  const list = Buffer.concat(records)
  if (entries.length >= 0xffff) throw new RangeError('The ZIP file has too many files')
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endMark, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return { bytes: Buffer.concat([list, end]), size: at + list.length + end.length }
}

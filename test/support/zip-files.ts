import { crc32 } from 'node:zlib'

/** The files of a ZIP file without compression, by path, as its list at the end has them. Throws where the two disagree. */
export function filesOfZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (at + zip.readUInt32LE(end + 12) !== end || end + 22 !== zip.length)
    throw new Error('The list is misplaced')
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('No entry of a list')
    const [flags, method, crc, size] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
    ]
    const length = zip.readUInt16LE(at + 28)
    const path = zip.subarray(at + 46, at + 46 + length).toString()
    const local = zip.readUInt32LE(at + 42)
    // Both headers have the same fields, and the name.
    const same = zip.subarray(local + 4, local + 30).equals(zip.subarray(at + 6, at + 32))
    const named = zip.subarray(local + 30, local + 30 + length).toString() === path
    if (zip.readUInt32LE(local) !== 0x04034b50 || !same || !named) throw new Error(`${path} is misplaced`)
    const bytes = zip.subarray(local + 30 + length, local + 30 + length + size)
    if (method !== 0 || flags !== 0x0800 || crc32(bytes) !== crc) throw new Error(`${path} is damaged`)
    files.set(path, bytes)
    at += 46 + length
  }
  return files
}

import { randomFillSync } from 'node:crypto'

let lastMillisecond = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter that keeps ids of one process in order within a
 * millisecond, 62 random bits.
 */
export function newId(now = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = bytes.readUInt16BE(6) & 0x7ff
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastMillisecond += 1
      counter = 0
    }
  }
  bytes.writeUIntBE(lastMillisecond, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

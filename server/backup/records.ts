import { createHash } from 'node:crypto'
import { BackupError } from './manifest.ts'

// The inside of a backup: records of a letter, a length and that many bytes. It is written and read from one end to the other.

/** `P` begins a part, `D` is a piece of it, `E` ends it, `M` is the manifest, `S` the signature of all before it. */
type Kind = 'P' | 'D' | 'E' | 'M' | 'S'
interface Item {
  readonly kind: Kind
  readonly bytes: Buffer
}

const kinds = 'PDEMS'
const isKind = (text: string): text is Kind => text.length === 1 && kinds.includes(text)
/** The most bytes of a record: what is damaged asks for no more memory. A row may need several. */
export const longest = 1024 * 1024

/** Writes records and hashes them. */
export function recordWriter() {
  const hash = createHash('sha256')
  return {
    write(kind: Kind, content: Buffer | string): Buffer[] {
      const bytes = Buffer.from(content)
      const head = Buffer.alloc(5)
      head.write(kind, 'latin1')
      head.writeUInt32BE(bytes.length, 1)
      hash.update(head).update(bytes)
      return [head, bytes]
    },
    /** The hash of all that was written so far. */
    sha256: () => hash.copy().digest('hex'),
  }
}

/** Reads records. @throws BackupError where they end in the middle of one, or are none */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Item & { readonly before: string }> {
  const hash = createHash('sha256')
  const reader = byteReader(source)
  for (;;) {
    const head = await reader.take(5)
    if (head === undefined) return
    const kind = head.toString('latin1', 0, 1)
    const length = head.readUInt32BE(1)
    if (!isKind(kind) || length > longest) throw new BackupError('is damaged')
    const bytes = length === 0 ? Buffer.alloc(0) : await reader.take(length)
    if (bytes === undefined) throw new BackupError('is cut off')
    // Asked for once in a file, at its end.
    const before = kind === 'S' ? hash.copy().digest('hex') : ''
    yield { kind, bytes, before }
    hash.update(head).update(bytes)
  }
}

function byteReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let size = 0
  return {
    /** The next bytes, or undefined at the end. */
    async take(count: number): Promise<Buffer | undefined> {
      while (size < count) {
        const { value, done } = await pieces.next()
        if (done) {
          if (size > 0) throw new BackupError('is cut off')
          return undefined
        }
        waiting.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        size += value.byteLength
      }
      const all = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting)
      waiting = size === count ? [] : [all.subarray(count)]
      size -= count
      return all.subarray(0, count)
    },
  }
}

import { TableError } from './error.ts'

/** More than ten thousand people with twenty columns need; a small file can be made to unpack to gigabytes. */
export const maxUnpackedBytes = 40 * 1024 * 1024

const maxEntries = 5_000

interface Entry {
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

/** A packed file (zip), whose parts are unpacked on demand, all together up to `maxUnpackedBytes`. */
export class Package {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #entries: ReadonlyMap<string, Entry>
  #left = maxUnpackedBytes

  /** @throws TableError for what is no such file, or one with a password */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.#entries = this.#directory()
    } catch (error) {
      if (error instanceof RangeError) throw new TableError('not_excel')
      throw error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /**
   * Unpacks a part and hands it on piece by piece.
   * @throws TableError where it is missing, damaged or too large; what the directory says of its size isn't trusted
   */
  async read(name: string, take: (piece: Uint8Array) => void): Promise<void> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) throw new TableError('not_excel')
    if (entry.unpacked > this.#left) throw new TableError('unpacked_too_large')
    const packed = this.#packed(entry)
    if (entry.method === 0) {
      this.#count(packed.length)
      take(packed)
      return
    }
    if (entry.method !== 8) throw new TableError('not_excel')
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        this.#count(value.length)
        take(value)
      }
    } catch (error) {
      await reader.cancel().catch(() => undefined)
      // The stream throws a TypeError where a part is damaged.
      throw error instanceof TypeError ? new TableError('not_excel') : error
    }
  }

  #count(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new TableError('unpacked_too_large')
  }

  #packed({ offset, packed }: Entry): Uint8Array<ArrayBuffer> {
    const view = this.#view
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== 0x04034b50)
      throw new TableError('not_excel')
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (from + packed > view.byteLength) throw new TableError('not_excel')
    return new Uint8Array(this.#bytes.slice(from, from + packed))
  }

  /** The list of parts at the end of the file. */
  #directory(): Map<string, Entry> {
    const view = this.#view
    const end = this.#endRecord()
    const count = view.getUint16(end + 10, true)
    if (count > maxEntries) throw new TableError('not_excel')
    let at = view.getUint32(end + 16, true)
    const entries = new Map<string, Entry>()
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new TableError('not_excel')
      if ((view.getUint16(at + 8, true) & 1) === 1) throw new TableError('password')
      const nameLength = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength))
      entries.set(name.replaceAll('\\', '/').toLowerCase(), {
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return entries
  }

  #endRecord(): number {
    const last = this.#view.byteLength - 22
    // Behind it is a comment of at most 65,535 bytes.
    for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1)
      if (this.#view.getUint32(at, true) === 0x06054b50) return at
    throw new TableError('not_excel')
  }
}

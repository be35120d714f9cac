import { once } from 'node:events'
import pg from 'pg'

// COPY by the driver's own messages: it has no call for it. A row comes as a message of its own, in a buffer that is used again.

/** The size of the pieces that come out, and the pieces that may wait for their reader before the database waits. */
const pieceSize = 256 * 1024
const waitingAtMost = 8

/** The driver's connection, with the messages that its types leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The rows of a table or a query as text, in pieces. @param statement `COPY … TO STDOUT` */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const reading = new Reading(statement)
  client.query(reading)
  try {
    for (;;) {
      const piece = await reading.next()
      if (piece === undefined) return
      yield piece
    }
  } finally {
    reading.leave()
  }
}

class Reading implements pg.Submittable {
  readonly #statement: string
  readonly #waiting: Buffer[] = []
  #piece = Buffer.allocUnsafe(pieceSize)
  #filled = 0
  #connection: pg.Connection | undefined
  #ended = false
  #left = false
  #failure: Error | undefined
  #wake: () => void = () => undefined

  constructor(statement: string) {
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#left) return
    if (this.#filled + chunk.length > this.#piece.length) this.#give()
    if (chunk.length > this.#piece.length) this.#add(Buffer.from(chunk))
    else {
      chunk.copy(this.#piece, this.#filled)
      this.#filled += chunk.length
    }
  }

  handleCommandComplete(): void {
    this.#give()
  }

  handleReadyForQuery(): void {
    this.#ended = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#ended = true
    this.#wake()
  }

  async next(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure
      const piece = this.#waiting.shift()
      if (this.#waiting.length < waitingAtMost) this.#connection?.stream.resume()
      if (piece !== undefined) return piece
      if (this.#ended) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Nobody reads on: the rest is dropped as it comes. */
  leave(): void {
    this.#left = true
    this.#connection?.stream.resume()
  }

  #give(): void {
    if (this.#filled === 0) return
    this.#add(this.#piece.subarray(0, this.#filled))
    this.#piece = Buffer.allocUnsafe(pieceSize)
    this.#filled = 0
  }

  #add(piece: Buffer): void {
    this.#waiting.push(piece)
    if (this.#waiting.length >= waitingAtMost) this.#connection?.stream.pause()
    this.#wake()
  }
}

/**
 * Stores rows that copyOut() gave.
 * @param statement `COPY … FROM STDIN`
 * @returns how many there were
 */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const writing = new Writing(statement, pieces)
  client.query(writing)
  return writing.done
}

class Writing implements pg.Submittable {
  readonly #statement: string
  readonly #pieces: AsyncIterable<Buffer>
  readonly #outcome = Promise.withResolvers<number>()
  readonly done = this.#outcome.promise
  #rows = 0
  #failure: unknown

  constructor(statement: string, pieces: AsyncIterable<Buffer>) {
    this.#statement = statement
    this.#pieces = pieces
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#outcome.resolve(this.#rows)
    else this.#outcome.reject(this.#failure)
  }

  handleError(error: Error): void {
    // What stopped the sending is the cause of what the database says about it.
    this.#failure ??= error
    this.#outcome.reject(this.#failure)
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const piece of this.#pieces) {
        if (this.#failure !== undefined) return
        connection.sendCopyFromChunk(piece)
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#failure ??= error
      connection.sendCopyFail('the file cannot be read on')
    }
  }
}

async function drained(stream: pg.Connection['stream']): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const gone = once(stream, 'close', { signal })
  try {
    await Promise.race([once(stream, 'drain', { signal }), gone])
  } finally {
    over.abort()
    gone.catch(() => undefined)
  }
}

/** A name as a part of a statement. */
export const quoted = (name: string): string => pg.escapeIdentifier(name)

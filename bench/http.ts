import { connect, type Socket } from 'node:net'
import { type Figure, spread } from './measure.ts'

/**
 * One kept-alive HTTP/1.1 connection on loopback that asks one thing at a time. It shares the machine with what it
 * measures, so it does as little as can be: no headers are parsed but the status and the length.
 */
export class Connection {
  private readonly socket: Socket
  private readonly host: string
  private buffer = Buffer.alloc(0)
  private waiting:
    | { resolve(answer: { status: number; body: string }): void; reject(error: Error): void }
    | undefined

  /** `from` is an address of loopback, for work that is counted by the address it comes from. */
  constructor(port: number, from = '127.0.0.1') {
    this.host = `127.0.0.1:${port}`
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from })
    this.socket.setNoDelay(true)
    this.socket.on('data', (chunk) => {
      this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk])
      this.read()
    })
    this.socket.on('error', (error) => this.waiting?.reject(error))
    this.socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')))
  }

  /** @throws when the connection breaks */
  post(path: string, token: string, body: string): Promise<{ status: number; body: string }> {
    const length = Buffer.byteLength(body)
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${this.host}\r\nauthorization: Token ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
    )
    return this.answer()
  }

  /** @throws when the connection breaks */
  get(path: string, token: string): Promise<{ status: number; body: string }> {
    this.socket.write(`GET ${path} HTTP/1.1\r\nhost: ${this.host}\r\nauthorization: Token ${token}\r\n\r\n`)
    return this.answer()
  }

  close(): void {
    this.waiting = undefined
    this.socket.destroy()
  }

  private answer(): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
    })
  }

  private read(): void {
    const head = this.buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = this.buffer.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
    if (this.buffer.length < head + 4 + length) return
    const answer = {
      status: Number(headers.slice(9, 12)),
      body: this.buffer.toString('utf8', head + 4, head + 4 + length),
    }
    this.buffer = this.buffer.subarray(head + 4 + length)
    const waiting = this.waiting
    this.waiting = undefined
    waiting?.resolve(answer)
  }
}

const rounds = 200

/** Asks for these addresses in turn, one call at a time. @returns the times, the p95 as the value */
export async function askInTurn(
  connection: Connection,
  token: string,
  name: string,
  paths: readonly string[],
): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds + 20; round += 1) {
    const path = paths[round % paths.length] ?? ''
    const start = performance.now()
    const { status, body } = await connection.get(path, token)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    // The first ones plan the queries and warm the caches.
    if (round >= 20) times.push(performance.now() - start)
  }
  const figure = spread(name, 'ms', times)
  return { ...figure, value: figure.p95 ?? 0 }
}

import type { IncomingMessage } from 'node:http'

const maxBytes = 32 * 1024 * 1024
const longestMs = 5_000

/**
 * Reads what is left of a body that was refused, and drops it: a connection that is closed while bytes are still on the
 * way is reset, and the sender may lose the answer that says why. What is longer than 32 MiB or 5 s is not read to its end.
 */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0
    const done = () => {
      clearTimeout(timer)
      request.off('data', drop)
      for (const event of ends) request.off(event, done)
      resolve()
    }
    const drop = (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > maxBytes) done()
    }
    const ends = ['end', 'error', 'close'] as const
    const timer = setTimeout(done, longestMs)
    for (const event of ends) request.on(event, done)
    if (request.complete || request.destroyed) done()
    else request.on('data', drop).resume()
  })
}

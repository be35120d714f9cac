import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The longest time that a running request may delay the end, in ms. */
const DRAIN_MS = 10_000
/** A proxy sends its request at once. A connection that has sent nothing for so long was opened ahead by a browser, in ms. */
const SILENT_MS = 1000

export interface Drain {
  /** From now on each answer ends its connection, so that a proxy has none left when the port closes. */
  retire(): void
  /** Answers what is being answered and waits for nothing else. */
  close(): Promise<void>
}

/**
 * Gives what ends the server.
 * Browsers open connections ahead of a request that may never come. Node closes those that rest after a request, but
 * takes one that never sent any for a request on its way.
 */
export function drainable(app: FastifyInstance, lateMs = DRAIN_MS, silentMs = SILENT_MS): Drain {
  const connections = new Set<Socket>()
  let retired = false
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.prependListener('request', (_request, response) => {
    if (retired) response.setHeader('connection', 'close')
  })

  return {
    retire() {
      retired = true
    },
    async close() {
      retired = true
      const late = setTimeout(() => app.server.closeAllConnections(), lateMs)
      const closed = app.close()
      const silent = setTimeout(() => {
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, silentMs)
      await closed
      clearTimeout(silent)
      clearTimeout(late)
    },
  }
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The longest time that a running request may delay the end, in ms. */
const DRAIN_MS = 10_000

/**
 * Gives what ends the server: it answers what is being answered and waits for nothing else.
 * Browsers open connections ahead of a request that may never come. Node closes those that rest after a request, but
 * takes one that never sent any for a request on its way.
 */
export function drainable(app: FastifyInstance, lateMs = DRAIN_MS): () => Promise<void> {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return async () => {
    const late = setTimeout(() => app.server.closeAllConnections(), lateMs)
    const closed = app.close()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    await closed
    clearTimeout(late)
  }
}

import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The longest time that a running request may delay the end, in ms. */
const DRAIN_MS = 10_000
/** A connection that has sent nothing for so long after the port was closed is one of a browser that opened it ahead, in ms. */
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
  let accepted = 0
  let retired = false
  app.server.on('connection', (socket) => {
    accepted += 1
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.prependListener('request', (_request, response) => {
    if (retired) response.setHeader('connection', 'close')
  })

  /** The kernel resets connections that wait to be accepted when the port closes. Node accepts one in each turn. */
  async function closePort(): Promise<void> {
    for (let turns = 0, before = -1; turns < 1000 && before !== accepted; turns += 1) {
      before = accepted
      await turn()
      await turn()
    }
    app.server.close()
  }

  return {
    retire() {
      retired = true
    },
    async close() {
      retired = true
      const late = setTimeout(() => app.server.closeAllConnections(), lateMs)
      await closePort()
      const silent = setTimeout(() => {
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, silentMs)
      await app.close()
      clearTimeout(silent)
      clearTimeout(late)
    },
  }
}

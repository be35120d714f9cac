import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** The faults of a bad network on one connection. */
export interface Trouble {
  /** Before anything goes on, either way. */
  delayMs: number
  /** After so many bytes in one direction the connection is cut; null: never. */
  cutAfter: number | null
}

/** A network between candidates and the server that delays and cuts connections in the middle. @returns its port */
export async function openLine(
  serverPort: number,
  { troubleOf, onCut }: { troubleOf: () => Trouble; onCut: () => void },
): Promise<{ port: number; close: () => void }> {
  const open = new Set<Socket>()
  const line = createServer((near) => {
    const far = connect(serverPort, '127.0.0.1')
    const { delayMs, cutAfter } = troubleOf()
    const end = () => {
      for (const socket of [near, far]) {
        socket.destroy()
        open.delete(socket)
      }
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      let passed = 0
      from.on('error', end)
      from.on('close', end)
      from.on('data', (bytes) => {
        setTimeout(() => {
          const left = cutAfter === null ? bytes.length : Math.max(0, cutAfter - passed)
          passed += bytes.length
          if (!to.destroyed) to.write(bytes.subarray(0, left))
          if (left < bytes.length && open.has(from)) {
            onCut()
            end()
          }
        }, delayMs)
      })
    }
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    port: (line.address() as AddressInfo).port,
    close() {
      line.close()
      for (const socket of open) socket.destroy()
    },
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import type { Mode, Received, Request } from './smtp-server.ts'

/** A real mail server in a separate process, which can also misbehave. */
export interface SmtpProcess {
  readonly url: string
  /** Sets what it does with the next messages; `accept` at first. */
  setMode(mode: Mode): Promise<void>
  /** Every message it took, the oldest first. */
  messages(): Promise<Received[]>
  /** Resolves when a message is held (mode `hold`). */
  held(): Promise<void>
  /** Takes the held messages. */
  release(): Promise<void>
  /** Closes the port. */
  stop(): Promise<void>
  /** Opens the same port again. */
  start(): Promise<void>
  /** Ends the process. */
  end(): Promise<void>
}

const reply = z.object({ id: z.number(), answer: z.unknown() })
const messages = z.array(z.object({ from: z.string(), to: z.array(z.string()), raw: z.string() }))

export async function startSmtp(): Promise<SmtpProcess> {
  const child = fork(new URL('smtp-server.ts', import.meta.url), ['smtp-server-process'])
  const waiting = new Map<number, (answer: unknown) => void>()
  let lastId = 0
  child.on('message', (message) => {
    const { id, answer } = reply.parse(message)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ask = (asked: Request) =>
    new Promise<unknown>((resolve) => {
      lastId += 1
      waiting.set(lastId, resolve)
      child.send({ id: lastId, asked })
    })
  const port = z.number().parse(await ask({ do: 'start', port: 0 }))
  const done = async (asked: Request) => {
    await ask(asked)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    setMode: (mode) => done({ do: 'mode', mode }),
    messages: async () => messages.parse(await ask({ do: 'messages' })),
    held: () => done({ do: 'held' }),
    release: () => done({ do: 'release' }),
    stop: () => done({ do: 'stop' }),
    start: () => done({ do: 'start', port }),
    async end() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

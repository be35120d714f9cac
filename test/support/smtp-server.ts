import { SMTPServer } from 'smtp-server'
import { z } from 'zod'

/** The mail server's treatment of a message. */
const mode = z.enum(['accept', 'refuse-recipient', 'temporary', 'hold', 'drop-after-data'])
export type Mode = z.infer<typeof mode>

/** The requests of the test process; each is answered once. */
const request = z.discriminatedUnion('do', [
  z.object({ do: z.literal('mode'), mode }),
  z.object({ do: z.literal('messages') }),
  z.object({ do: z.literal('held') }),
  z.object({ do: z.literal('release') }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('start'), port: z.number() }),
])
export type Request = z.infer<typeof request>

export interface Received {
  from: string
  to: string[]
  raw: string
}

let current: Mode = 'accept'
const received: Received[] = []
let held: (() => void)[] = []
const awaitingHeld: (() => void)[] = []

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

function makeServer(): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo(address, _session, callback) {
      if (current === 'refuse-recipient') callback(refusal(550, `5.1.1 <${address.address}> no such user`))
      else if (current === 'temporary') callback(refusal(451, '4.3.0 try again later'))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const message = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        }
        const accept = () => {
          received.push(message)
          callback()
        }
        if (current === 'drop-after-data') {
          // Takes the message without confirming it.
          received.push(message)
          for (const connection of server.connections) connection._socket.destroy()
        } else if (current === 'hold') {
          held.push(accept)
          for (const tell of awaitingHeld.splice(0)) tell()
        } else accept()
      })
    },
  })
  // Broken connections are expected in these tests.
  server.on('error', () => undefined)
  return server
}

let server: SMTPServer | undefined

async function listen(port: number): Promise<number> {
  const made = makeServer()
  server = made
  await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
  const address = made.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function stop(): Promise<void> {
  const stopping = server
  server = undefined
  if (stopping === undefined) return
  for (const connection of stopping.connections) connection._socket.destroy()
  await new Promise<void>((resolve) => stopping.close(resolve))
}

async function answer(asked: Request): Promise<unknown> {
  switch (asked.do) {
    case 'mode':
      current = asked.mode
      return true
    case 'messages':
      return received
    case 'held':
      if (held.length === 0) await new Promise<void>((resolve) => awaitingHeld.push(resolve))
      return true
    case 'release': {
      const waiting = held
      held = []
      for (const accept of waiting) accept()
      return true
    }
    case 'stop':
      await stop()
      return true
    case 'start':
      return listen(asked.port)
  }
}

// Runs only as its own process; smtp-process.ts imports the types.
if (process.send !== undefined && process.argv.includes('smtp-server-process')) {
  process.on('message', async (message) => {
    const { id, asked } = z.object({ id: z.number(), asked: request }).parse(message)
    process.send?.({ id, answer: await answer(asked) })
  })
  process.on('disconnect', () => process.exit())
}

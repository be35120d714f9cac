import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Drain, drainable } from './drain.ts'

let app: FastifyInstance
let port: number
let drain: Drain
let sockets: Socket[]
let answer: () => void

beforeEach(async () => {
  sockets = []
  app = Fastify({ return503OnClosing: false })
  // Nothing may be closed because it is late: what has to wait for that fails the test.
  drain = drainable(app, 600_000)
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/slow', async () => {
    await asked
    return 'answered'
  })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

async function open(): Promise<Socket> {
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await accepted
  return socket
}

test('a connection that never sent a request does not hold up the end', async () => {
  const socket = await open()
  const closed = once(socket, 'close')
  await drain.close()
  await closed
})

test('a request that is being answered is answered to its end', async () => {
  const socket = await open()
  let read = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    read += part
  })
  const arrived = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await arrived
  await open()
  const drained = drain.close()
  answer()
  await drained
  if (!socket.closed) await once(socket, 'close')
  expect(read).toContain('answered')
})

test('from the order to stop on, each answer ends its connection, and the port still takes new ones', async () => {
  answer()
  const kept = () => fetch(`http://127.0.0.1:${port}/slow`).then(({ headers }) => headers.get('connection'))
  expect(await kept()).toBe('keep-alive')
  drain.retire()
  expect([await kept(), await kept()]).toEqual(['close', 'close'])
  await drain.close()
})

test('a request that comes over a connection made just before the port closed is answered', async () => {
  answer()
  const socket = await open()
  const drained = drain.close()
  await expect.poll(() => app.server.listening).toBe(false)
  let read = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    read += part
  })
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await drained
  if (!socket.closed) await once(socket, 'close')
  expect(read).toContain('answered')
})

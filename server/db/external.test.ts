import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, startExternalPostgres } from '#test/support/external-postgres.ts'
import { checkExternalPostgres } from './external.ts'

let external: Awaited<ReturnType<typeof startExternalPostgres>>
beforeAll(async () => {
  external = await startExternalPostgres()
})
afterAll(() => external.stop())

test('a PostgreSQL of version 15 or newer is taken', async () => {
  await checkExternalPostgres('DATABASE_URL', external.url)
})

test('nobody answering is one sentence, without the password', async () => {
  const port = await freePort()
  await expect(
    checkExternalPostgres('DATABASE_URL', `postgres://terazi:hunter2@127.0.0.1:${port}/terazi`),
  ).rejects.toThrow(
    `The database "terazi" of DATABASE_URL at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  )
})

test('a database that does not exist is one sentence', async () => {
  const url = new URL(external.url)
  url.pathname = '/elsewhere'
  await expect(checkExternalPostgres('DIRECT_DATABASE_URL', url.href)).rejects.toThrow(
    /^The database "elsewhere" of DIRECT_DATABASE_URL at 127\.0\.0\.1:\d+ cannot be used: database "elsewhere" does not exist\.$/,
  )
})

test('one that takes no changes is one sentence', async () => {
  const url = new URL(external.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  await expect(checkExternalPostgres('DATABASE_URL', url.href)).rejects.toThrow(
    /^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) takes no changes: it is a standby or set to read only; name the primary\.$/,
  )
})

test('one that isn’t there yet is waited for, and said so once', async () => {
  const port = await freePort()
  const there = createServer((socket) => {
    const far = connect(Number(new URL(external.url).port), '127.0.0.1')
    socket.pipe(far).pipe(socket)
  })
  const said: string[] = []
  await checkExternalPostgres('DATABASE_URL', `postgres://terazi@127.0.0.1:${port}/terazi`, {
    waitMs: 60_000,
    log: (line) => {
      said.push(line)
      there.listen(port, '127.0.0.1')
    },
  })
  expect(said).toEqual([
    `  waiting at most 60 s for the database of DATABASE_URL at 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port})`,
  ])
  await new Promise((resolve) => there.close(resolve))
})

test('one that lets in and answers nothing yet is waited for', async () => {
  const far = Number(new URL(external.url).port)
  let tries = 0
  const there = createServer((socket) => {
    socket.on('error', () => undefined)
    if (tries++ > 0) return socket.pipe(connect(far, '127.0.0.1')).pipe(socket)
    // It lets everybody in (AuthenticationOk, ReadyForQuery) and says nothing more.
    return socket.once('data', () => socket.write(Buffer.from('520000000800000000' + '5a0000000549', 'hex')))
  }).listen(0, '127.0.0.1')
  await once(there, 'listening')
  const { port } = there.address() as AddressInfo
  const said: string[] = []
  await checkExternalPostgres('DATABASE_URL', `postgres://terazi@127.0.0.1:${port}/terazi`, {
    waitMs: 60_000,
    limitMs: 500,
    log: (line) => said.push(line),
  })
  expect(said).toHaveLength(1)
  await new Promise((resolve) => there.close(resolve))
})

test('an older PostgreSQL is one sentence', async () => {
  const { port, close } = await postgresOfVersion(140_011)
  await expect(
    checkExternalPostgres('DATABASE_URL', `postgres://terazi@127.0.0.1:${port}/terazi`),
  ).rejects.toThrow(
    `The PostgreSQL of DATABASE_URL (127.0.0.1:${port}) is version 14: version 15 or newer is needed.`,
  )
  await close()
})

/** Speaks as much of PostgreSQL's protocol as the question needs: no system here has a version that old. */
async function postgresOfVersion(version: number) {
  const message = (type: string, ...body: Buffer[]) => {
    const content = Buffer.concat(body)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(content.length + 4, 1)
    return Buffer.concat([head, content])
  }
  const int16 = (n: number) => Buffer.from([n >> 8, n & 255])
  const int32 = (n: number) => Buffer.concat([int16(n >> 16), int16(n & 65_535)])
  const major = String(Math.trunc(version / 10_000))
  const ready = message('Z', Buffer.from('I'))
  const column = Buffer.concat([
    Buffer.from('major\0'),
    int32(0),
    int16(0),
    int32(23),
    int16(4),
    int32(-1),
    int16(0),
  ])
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      if (data[0] === 0)
        socket.write(Buffer.concat([message('R', int32(0)), ready])) // start-up packet: no password, ready
      else if (data[0] === 81)
        socket.write(
          Buffer.concat([
            message('T', int16(1), column),
            message('D', int16(1), int32(major.length), Buffer.from(major)),
            message('C', Buffer.from('SELECT 1\0')),
            ready,
          ]),
        )
      else socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('one that accepts connections and never answers is given up on', async () => {
  // Authentication is fine, and it is ready for a query.
  const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
  const silent = createServer((socket) => socket.once('data', () => socket.write(welcome)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  await expect(
    checkExternalPostgres('DATABASE_URL', `postgres://terazi@127.0.0.1:${port}/terazi`, { limitMs: 100 }),
  ).rejects.toThrow(/cannot be used: Query read timeout\.$/)
  await new Promise((resolve) => silent.close(resolve))
})

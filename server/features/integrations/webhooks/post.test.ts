import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askNameServers, isPublic, readUrl } from '#server/outward/address.ts'
import { pauseAfter, pauses } from './pauses.ts'
import { post } from './post.ts'

describe('an address', () => {
  test('is public only outside of every reserved range', () => {
    const refused = [
      ['10.1.2.3', '172.16.0.1', '192.168.1.1', '127.0.0.1', '0.0.0.0', '169.254.169.254', '100.64.0.1'],
      ['100.100.100.200', '192.0.0.192', '224.0.0.1', '255.255.255.255', '198.18.0.1', '168.63.129.16'],
      ['::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
      ['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1', '::127.0.0.1', '2001:db8::1'],
      ['fe80::1%eth0', 'example.com', ''],
    ].flat()
    expect(refused.filter(isPublic)).toEqual([])
    expect(['8.8.8.8', '1.1.1.1', '2606:4700::1111'].filter((one) => !isPublic(one))).toEqual([])
  })
  test.each([
    ['https://ats.example.com/hook?a=1#part', 'https://ats.example.com/hook?a=1'],
    ['https://ats.example.com:8443/', 'https://ats.example.com:8443/'],
    ['http://ats.example.com/', 'webhook_url_https'],
    ['ftp://ats.example.com/', 'webhook_url'],
    ['nothing', 'webhook_url'],
    ['https://user:secret@ats.example.com/', 'webhook_url_user'],
    ['https://ats.example.com:25/', 'webhook_url_port'],
    ['https://localhost/', 'webhook_url_private'],
    ['https://intranet/', 'webhook_url_private'],
    ['https://db.internal./', 'webhook_url_private'],
    ['https://0x7f.1/', 'webhook_url_private'],
    ['https://2130706433/', 'webhook_url_private'],
    ['https://[::ffff:10.0.0.1]/', 'webhook_url_private'],
  ])('%s is read as %s', (text, read) => {
    const url = readUrl(text, false)
    expect(url instanceof URL ? url.href : url.key).toBe(read)
  })
  test('that is a number needs no name server', async () => {
    expect(await askNameServers('127.0.0.1', new AbortController().signal)).toEqual([
      { address: '127.0.0.1', family: 4 },
    ])
  })
})

/** A receiver on loopback. @returns its port and what came in */
async function receiver(answer: RequestListener): Promise<{ port: number; asked: () => number }> {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked: () => asked }
}

const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }]
const to = (port: number, way: Partial<Parameters<typeof post>[3]> = {}) =>
  post(new URL(`http://ats.example.com:${port}/`), {}, '{}', {
    resolve: loopback,
    limitMs: 5000,
    privateAllowed: true,
    ...way,
  })

describe('a post', () => {
  test('goes to the address that was checked, also when the name leads elsewhere later', async () => {
    const { port, asked } = await receiver((_, response) => response.end())
    const answers = [[{ address: '8.8.8.8', family: 4 as const }], await loopback()]
    const rebinding = async () => answers.pop() ?? []
    expect(await to(port, { resolve: rebinding })).toMatchObject({ status: 200, problem: null })
    expect([asked(), answers.length]).toEqual([1, 1])
  })
  test('leads nowhere when one of the addresses is private', async () => {
    const { port, asked } = await receiver((_, response) => response.end())
    const mixed = async () => [{ address: '8.8.8.8', family: 4 as const }, ...(await loopback())]
    expect(await to(port, { resolve: mixed, privateAllowed: false })).toMatchObject({ problem: 'not_public' })
    expect(asked()).toBe(0)
  })
  test('follows no redirect', async () => {
    const { port, asked } = await receiver((_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    )
    expect(await to(port)).toMatchObject({ status: 302, problem: 'redirect' })
    expect(asked()).toBe(1)
  })
  test('gives up on a receiver that hangs, and on a name server that does', async () => {
    const { port } = await receiver(() => undefined)
    expect(await to(port, { limitMs: 50 })).toMatchObject({ status: null, problem: 'time_out' })
    const hanging = (_name: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('over'))))
    expect(await to(port, { limitMs: 50, resolve: hanging })).toMatchObject({ problem: 'time_out' })
  })
  test('says what was wrong: reset, no such name, a status, gone', async () => {
    const { port } = await receiver((request) => request.socket.destroy())
    expect(await to(port)).toMatchObject({ status: null, problem: 'no_connection' })
    expect(await to(port, { resolve: async () => [] })).toMatchObject({ problem: 'unknown_name' })
    for (const [status, problem] of [
      [500, 'status'],
      [410, 'gone'],
    ] as const) {
      const failing = await receiver((_, response) => response.writeHead(status).end())
      expect(await to(failing.port)).toMatchObject({ status, problem })
    }
  })
  test('reads a few kilobytes of an answer and no more', async () => {
    const { port } = await receiver((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {}
      }
      response.on('drain', more)
      more()
    })
    expect(await to(port)).toMatchObject({ status: 200, problem: null })
  })
})

test('sixteen tries take two days, and do not come together', () => {
  expect(pauses).toHaveLength(15)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(44)
  expect(hours).toBeLessThan(49)
  expect([pauseAfter(1, 0), pauseAfter(1, 1), pauseAfter(15, 0.5)]).toEqual([4500, 5500, 36_000_000])
})

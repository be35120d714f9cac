import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { startDemoBank } from './start.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'terazi-bank-'))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (name: string) =>
  startDemoBank({
    directUrl: database.url,
    dataDir: join(folder, name),
    publicUrl: 'http://127.0.0.1:1',
    noticeUrl: 'http://127.0.0.1:1/hooks',
    installments: [],
    log: pino({ level: 'silent' }),
  })
const pid = async (url: string) => {
  try {
    const answer = await fetch(`${url}/dev/bank/alive`)
    return Object((await answer.json()) as unknown).pid as number
  } catch {
    return undefined
  }
}

test('processes of one installation share a bank from any folder, and keep it when its starter ends', async () => {
  const [one, other] = await Promise.all([start('a'), start('b')])
  try {
    expect([other.url, other.keys]).toEqual([one.url, one.keys])
    const first = await pid(one.url)
    expect(first).toBeDefined()
    one.stop()
    other.stop()
    const third = await start('c')
    try {
      expect([third.url, third.keys]).toEqual([one.url, one.keys])
      const second = await pid(third.url)
      expect(second).not.toBe(first)
      // Its process dies; a server that is left starts it again.
      process.kill(second ?? 0, 'SIGKILL')
      await expect.poll(async () => (await pid(third.url)) ?? second).not.toBe(second)
    } finally {
      third.stop()
    }
  } finally {
    one.stop()
    other.stop()
  }
})

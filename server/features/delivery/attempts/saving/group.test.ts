import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { SaveGroup } from './group.ts'

test('without a database a group of saves fails at once, and not one save after another', async () => {
  let connections = 0
  // The server drops connections like one that is shutting down.
  const gone = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const address = gone.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const pool = new pg.Pool({ host: '127.0.0.1', port })
  const saves = new SaveGroup(pool, false)
  const save = () =>
    saves.save({
      clientId: newId(),
      attemptId: newId(),
      versionId: newId(),
      tokenHash: Buffer.alloc(32),
      byAttemptToken: true,
      epoch: 1,
      answers: [],
    })
  const saved = await Promise.allSettled([save(), save(), save()])
  expect(saved.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(connections).toBe(1)
  await pool.end()
  gone.close()
})

import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { processesIn } from '#test/support/postgres-process.ts'
import { openHost } from './host.ts'

test('a host whose server cannot start leaves no PostgreSQL behind', async () => {
  const folder = mkdtempSync('/tmp/terazi-host-')
  chmodSync(folder, 0o711)
  // Its port is taken by something that says nothing.
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  try {
    await expect(openHost(folder, { random: () => 0, port })).rejects.toThrow('the server ended with')
    // Its processes follow the one that opened it.
    await expect.poll(() => processesIn(folder)).toEqual([])
  } finally {
    other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

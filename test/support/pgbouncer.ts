import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { postgresAccount } from '#server/db/bundled/account.ts'
import { freePort } from './external-postgres.ts'
import { systemProgram } from './find-chromium.ts'

/**
 * A PgBouncer in transaction mode before a PostgreSQL, on a free port of this machine.
 * @param serverUrl any database of that PostgreSQL
 * @param role whose connections it opens there
 */
export async function startPgBouncer(serverUrl: string, role: string) {
  const program = systemProgram('pgbouncer')
  if (program === undefined) throw new Error('No PgBouncer is installed: apt-get install pgbouncer')
  // It refuses to run as root.
  const account = postgresAccount(undefined)
  const folder = mkdtempSync('/tmp/terazi-pgbouncer-')
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new URL(serverUrl)
  const host = server.searchParams.get('host') ?? server.hostname
  const settings = join(folder, 'pgbouncer.ini')
  // The settings that hosts begin with, but for places and passwords.
  const there = `* = host=${host} port=${server.port || server.searchParams.get('port') || 5432} user=${role}`
  const shipped = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8')
    .replace(/^terazi = .*$/m, there)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_type = .*\nauth_file = .*$/m, 'auth_type = any')
  writeFileSync(settings, shipped)
  if (account) chownSync(settings, account.uid, account.gid)
  let running: ReturnType<typeof spawn> | undefined
  const listens = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve()
      }).on('error', reject)
    })
  const start = async () => {
    running = spawn(program, ['-q', settings], { ...account, cwd: '/', env: {}, stdio: 'ignore' })
    await vi.waitFor(listens, { timeout: 30_000, interval: 20 })
  }
  const stop = async () => {
    if (running === undefined) return
    const ended = once(running, 'exit')
    running.kill('SIGQUIT')
    await ended
    running = undefined
  }
  await start()
  return {
    /** The same database through the pooler. */
    urlOf: (url: string) => `postgres://${role}@127.0.0.1:${port}${new URL(url).pathname}`,
    start,
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { delimiter, join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { secretPages } from '#contract/pages.ts'
import { inviteEmails } from '#contract/people.ts'
import { nameOf } from '#server/backup/folder.ts'
import { marksFileName } from '#server/features/privacy/erasure/mark-file.ts'
import { request } from './support/api.ts'
import { castOf, inventory } from './support/cast.ts'
import { follow } from './support/live.ts'
import { makeCertificate, sbin, startNginx } from './support/nginx.ts'
import { startTestServer } from './support/server.ts'

// The settings in deploy/ that hosts begin with; PgBouncer's are tried in server/db/pooled.test.ts.

const shipped = (path: string) => readFileSync(join('deploy', path), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync('/tmp/terazi-deploy-')
  chmodSync(folder, 0o711)
  makeCertificate(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('systemd takes the service', () => {
  const unit = join(folder, 'terazi.service')
  // A machine for tests has neither the folder nor npm where the service expects them.
  writeFileSync(unit, shipped('systemd/terazi.service').replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
  execFileSync('systemd-analyze', ['verify', '--man=no', unit], { stdio: 'pipe' })
})

test('npm start hands a signal on to the server, which ends the service', async () => {
  const copy = join(folder, 'started')
  mkdirSync(join(copy, 'bin'), { recursive: true })
  copyFileSync('package.json', join(copy, 'package.json'))
  copyFileSync('bin/server', join(copy, 'bin/server'))
  writeFileSync(join(copy, 'bin/setup.js'), '')
  // In the server's place, behind the same programs.
  const server =
    "process.on('SIGTERM', () => process.exit(7)); console.log('up'); setInterval(() => {}, 1000)"
  writeFileSync(join(copy, 'bin/node'), `exec '${process.execPath}' -e "${server}"\n`)
  const started = spawn('npm', ['start', '--silent'], { cwd: copy, stdio: ['ignore', 'pipe', 'ignore'] })
  await once(started.stdout, 'data')
  started.kill('SIGTERM')
  expect(await once(started, 'exit')).toEqual([7, null])
})

test('etcd, Patroni and HAProxy take the settings of several database machines, which name the same ones', () => {
  execFileSync('haproxy', ['-c', '-f', 'deploy/ha/haproxy-postgres.cfg'], { env: sbin, stdio: 'pipe' })
  // Patroni names what it doesn't like: here only folders that such a machine has.
  const checked = spawnSync('patroni', ['--validate-config', 'deploy/ha/patroni.yml'], { encoding: 'utf8' })
  const complaints = `${checked.stdout}${checked.stderr}`.split('\n').filter(Boolean)
  const expected = /already in use|^bootstrap\.pg_hba +is not defined\.|^postgresql\.(bin_dir|data_dir)/
  expect(complaints.filter((line) => !expected.test(line))).toEqual([])

  const addresses = ['10.0.0.21', '10.0.0.22', '10.0.0.23']
  const [etcd, patroni, haproxy] = ['etcd.env', 'patroni.yml', 'haproxy-postgres.cfg'].map((name) =>
    shipped(`ha/${name}`),
  )
  const lists = [
    /ETCD_INITIAL_CLUSTER=(.*)/.exec(etcd ?? ''),
    /hosts:\n((?: +- .*\n)+)/.exec(patroni ?? ''),
    /default-server[\s\S]*/.exec(haproxy ?? ''),
  ]
  for (const list of lists) expect(list?.[0].match(/10\.0\.0\.\d+/g)).toEqual(addresses)
})

test('the settings of several database machines confirm nothing that a failover could lose', () => {
  const patroni = shipped('ha/patroni.yml')
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)`, 'm').exec(patroni)?.[1])
  // Patroni's rule: an old primary has stopped before its lock is free.
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'synchronous_commit: "on"'])
    expect(patroni).toContain(` ${line}\n`)
  // Debian 12's Patroni loses answers with etcd's newer protocol (docs/decisions/0142-failover-by-patroni.md).
  expect(patroni).toMatch(/^etcd:$/m)
  expect(shipped('ha/etcd.env')).toContain('ETCD_ENABLE_V2=true')
  const haproxy = shipped('ha/haproxy-postgres.cfg')
  expect(haproxy).toMatch(/http-check send meth GET uri \/primary\n +http-check expect status 200/)
  expect(haproxy).toContain('on-marked-down shutdown-sessions')
})

test('HAProxy takes its settings', () => {
  const pem = join(folder, 'terazi.pem')
  writeFileSync(pem, ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''))
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, shipped('haproxy/haproxy.cfg').replaceAll('/etc/haproxy/terazi.pem', pem))
  execFileSync('haproxy', ['-c', '-f', settings], { env: sbin, stdio: 'pipe' })
})

test('an image gets no secret that lies in the checkout, in whichever folder, and all that the project needs', () => {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  // As Docker reads it: a folder's pattern is for all in it, and the last one that fits decides.
  const isLeftOut = (path: string) =>
    patterns.reduce((out, line) => {
      const pattern = line.replace(/^!/, '')
      const fits = matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
      return fits ? !line.startsWith('!') : out
    }, false)
  const secrets = [
    ...['terazi.env', '.env', '.env.production', 'secret.key', 'identity.txt', 'identity-2.txt'],
    ...[nameOf(new Date()), `${nameOf(new Date())}.part`, marksFileName, 'marks.json'],
    ...['privkey.pem', 'tls.key', 'terazi.log'],
  ]
  for (const name of secrets)
    expect([name, `deploy/${name}`, `server/deep/er/${name}`].filter((path) => !isLeftOut(path))).toEqual([])
  const needed = [
    'bin/server',
    'package.json',
    '.npmrc',
    'server/db/migrations/0001_schema.sql',
    'server/secrets.ts',
  ]
  expect([...needed, 'contract/identity.ts', 'deploy/ha/etcd.env'].filter(isLeftOut)).toEqual([])
  // Docker reads the variables from outside of the folder that is copied.
  expect(shipped('Dockerfile')).toContain('--env-file /etc/terazi.env')
})

test('the command of a first server hands on each word as it is, to the user and variables of the service', () => {
  const fake = join(folder, 'fake')
  mkdirSync(fake)
  const programs = { 'systemd-run': 'printf "%s\\n" "$@"', id: 'echo 0' }
  for (const [name, body] of Object.entries(programs))
    writeFileSync(join(fake, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const words = ['backup', '--to', '/srv/two words', '$HOME', '%h', '"', '']
  const handed = execFileSync('sh', ['deploy/terazi', ...words], {
    env: { ...process.env, PATH: `${fake}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  }).split('\n')
  expect(handed.slice(handed.indexOf('--') + 1, -1)).toEqual(['/bin/sh', 'bin/terazi', ...words])
  expect(handed).toContain('--expand-environment=no')
  const unit = shipped('systemd/terazi.service')
  for (const line of handed.filter((word) => /^(User|EnvironmentFile|WorkingDirectory)=/.test(word)))
    expect(unit).toContain(`\n${line}\n`)
})

test('each command of the book and of the first server’s script exists, with its options', () => {
  const help = readFileSync('server/cli/help.txt', 'utf8')
  const book = readFileSync('docs/operations.md', 'utf8').match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []
  // Names of other programs' things come after these words.
  const pattern = /(?<!reinit |lib\/|opt\/)\bterazi ([a-z][a-z-]*)([^`\n|]*)/g
  const script = shipped('first-server.sh').match(/: terazi .*/g) ?? []
  const found = [...[...book, ...script].join('\n').matchAll(pattern)]
  const commands = found.filter(([line]) => !line.startsWith('terazi help'))
  expect(commands.length).toBeGreaterThan(20)
  for (const [line, command, rest] of commands) {
    expect(help, line).toMatch(new RegExp(`^  ${command} `, 'm'))
    for (const option of rest?.match(/--[a-z][a-z-]*/g) ?? []) expect(help, line).toContain(option)
  }
})

/** The status of an address asked over TLS. */
const statusOverTls = (host: string, port: number, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host, port, path, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })

test('nginx takes its settings, holds back no live change, logs no secret of a link, and lets uploads through', async () => {
  const server = await startTestServer()
  const cast = await castOf(server)
  const site = await startNginx(folder, [Number(new URL(server.url).port)])
  for (const address of site.addresses)
    await expect.poll(() => statusOverTls(address, site.secure, '/health/live').catch(() => 0)).toBe(200)
  const led = await fetch(`http://127.0.0.1:${site.plain}/sign-in`, { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([308, 'https://127.0.0.1/sign-in'])

  const stream = await follow(site.url, cast.anadolu, cast.manager.token)
  const changed = stream.changed()
  const invited = await request(site.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails: ['ada@example.test'], inventoryIds: [inventory(cast, 'ENGLISH')] },
  })
  expect(invited.status).toBe(200)
  await changed
  await stream.close()

  const secrets = [...secretPages, ...calls.map(({ path, root }) => (root ? path : `/api${path}`))]
    .filter((path) => /:(token|copyId)|^\/k\/:code/.test(path))
    .map((path) => path.replace(/:\w+/g, 'hidden'))
  expect(secrets.length).toBeGreaterThan(6)
  for (const path of secrets)
    await fetch(`${site.url}${path}?again=hidden`, {
      headers: { referer: 'https://terazi.example.com/s/hidden' },
    })
  await fetch(`${site.url}/sso/callback?code=hidden&state=hidden`)
  await site.stop()
  const log = readFileSync(join(folder, 'terazi.log'), 'utf8')
  expect(log.split('\n').length).toBeGreaterThan(secrets.length)
  expect(log).toContain('/api/clients/')
  expect(log).not.toContain('hidden')
  expect(readFileSync(join(folder, 'terazi-error.log'), 'utf8')).toBe('')

  const [, most] = /client_max_body_size (\d+)m/.exec(shipped('nginx/terazi.conf')) ?? []
  const largest = Math.max(...calls.map(({ bodyLimit = 0 }) => bodyLimit))
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(largest)
  await server.close()
})

test('nginx finds a file of a page at the process that has it, and repeats nothing else', async () => {
  const asked: string[] = []
  const serving = (name: string) =>
    createServer(({ url = '' }, answer) => {
      asked.push(`${name} ${url}`)
      answer.writeHead(url.includes(name) ? 200 : 404).end(name)
    }).listen(0, '127.0.0.1')
  const servers = [serving('old'), serving('new')]
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  const site = await startNginx(folder, ports)
  const statusOf = (path: string) =>
    fetch(`${site.url}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => statusOf('/assets/old.js')).toBe(200)
  const paths = ['/assets/old.js', '/assets/new.js', '/assets/old.js', '/assets/new.js', '/assets/none.js']
  for (const path of paths) expect(await statusOf(path)).toBe(path.includes('none') ? 404 : 200)
  asked.length = 0
  expect(await statusOf('/none')).toBe(404)
  expect(asked).toHaveLength(1)
  for (const server of servers) server.close()
  await site.stop()
})

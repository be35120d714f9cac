import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './external-postgres.ts'

const shipped = join(import.meta.dirname, '../../deploy/nginx/terazi.conf')
/** Debian has the programs of servers where only root looks. */
export const sbin = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Makes cert.pem and key.pem. */
export function makeCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '1', '-subj', '/CN=terazi.example.com'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  )
}

/**
 * The shipped site on ports of this machine, before one server or two. A client gets a connection for each request, as phones
 * do that save twice a minute: nginx closes resting ones when it is reloaded, and programs repeat no request, as browsers do.
 * @param folder has a certificate, and takes the logs of the settings
 * @param servers their ports on this machine
 */
export async function startNginx(folder: string, servers: readonly number[]) {
  const [plain, secure, inner] = [await freePort(), await freePort(), await freePort()]
  const [first, second] = servers
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  const site = readFileSync(shipped, 'utf8')
    .replace('listen [::]:80;', hasIpv6 ? `listen [::1]:${plain};` : '')
    .replace('listen [::]:443 ssl http2;', hasIpv6 ? `listen [::1]:${secure} ssl http2;` : '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2; listen 127.0.0.1:${inner};`)
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${first}`)
    .replace('# server 127.0.0.1:3001', second === undefined ? '# server' : `server 127.0.0.1:${second}`)
    .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/, join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.geteuid?.() === 0 ? 'user root;' : ''
  const settings = join(folder, 'nginx.conf')
  const write = (out?: number) =>
    writeFileSync(
      settings,
      `${user} daemon off; pid ${folder}/nginx.pid; events {} http { keepalive_timeout 0; ${temporary.join(' ')} ` +
        `${out === undefined ? site : site.replace(`127.0.0.1:${out} max_fails=0`, '$& down')} }`,
    )
  write()
  execFileSync('nginx', ['-t', '-e', 'stderr', '-c', settings], { env: sbin, stdio: 'pipe' })
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', settings], { env: sbin, stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  const workers = () => readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').split(' ')
  return {
    /** Plain HTTP to the site itself, past the redirect. */
    url: `http://127.0.0.1:${inner}`,
    inner,
    plain,
    secure,
    addresses: hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'],
    /** The lines of its log up to now. */
    log: () => readFileSync(join(folder, 'terazi.log'), 'utf8').split('\n').filter(Boolean),
    /** Takes one of two servers out, or none, and resolves when new connections find it so. */
    async takeOut(server?: number) {
      write(server)
      const before = workers()
      nginx.kill('SIGHUP')
      while (workers().every((worker) => before.includes(worker))) await pause(20)
    },
    async stop() {
      nginx.kill('SIGQUIT')
      await ended
    },
  }
}

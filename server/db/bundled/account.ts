import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** Ids that a process is started with; undefined means "as we are". */
export type Account = { uid: number; gid: number } | undefined

const NAME = 'terazi'

function idsOf(name: string): Account {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const uid = id('-u')
  const gid = id('-g')
  if (uid.status !== 0 || gid.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * The account that PostgreSQL runs under. It refuses to run as root, so root takes the owner of a cluster that exists,
 * else the system user `terazi` (made when missing), else `nobody`. Anybody else runs it as themselves.
 * @param cluster folder of an existing cluster, if there is one
 */
export function postgresAccount(cluster: string | undefined): Account {
  if (process.geteuid?.() !== 0) return undefined
  if (cluster) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return idsOf(NAME) ?? createAccount() ?? idsOf('nobody')
}

function createAccount(): Account {
  // A second server starting at the same moment may win; what counts is that the user is there afterwards.
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/var/lib/terazi',
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ])
  return idsOf(NAME)
}

/** Tries whether this account can do `test` (an argument list of test(1)): modes alone miss ACLs and mounts. */
export function accountCan(account: Account, ...test: string[]): boolean {
  return spawnSync('/bin/sh', ['-c', 'test "$@"', 'sh', ...test], { ...account, cwd: '/' }).status === 0
}

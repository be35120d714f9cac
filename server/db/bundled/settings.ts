/**
 * Settings that are part of the promise: private, durable, silent about data. They are set on the command line, so that
 * no file changes them.
 */
export const FIXED = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An error's details and statements can contain people's answers.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Settings for a small server, written to postgresql.conf when the cluster is made: there the person who hosts it may change them. */
const TUNED = {
  shared_buffers: '128MB',
  max_connections: '60',
  max_wal_size: '512MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  effective_cache_size: '512MB',
  jit: 'off',
  // Three processes fewer than the default's I/O workers, and no slower on one disk.
  io_method: 'sync',
}

/**
 * Options of initdb. The builtin provider needs no locale of the operating system, and its order and letters
 * stay the same when that is upgraded, so no index can be spoilt; Turkish order comes from ICU collations.
 */
export const INITDB = [
  '--username=terazi',
  '--auth=trust', // only root and the owner of the socket's folder can get at the socket
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  ...asOptions(TUNED, '--set='),
]

/** `{a: '1'}` as `['--a=1']`; values may be empty but contain no spaces. */
export function asOptions(settings: Record<string, string>, prefix = '--'): string[] {
  return Object.entries(settings).map(([name, value]) => `${prefix}${name}=${value}`)
}

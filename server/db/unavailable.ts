// The database is away, restarting, has no room, or takes no changes for now: nothing the caller sent is wrong, and trying again
// helps.
const unavailable =
  /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_|57P|08|53|25006|40001|40P01|55P03|57014)/
const unavailableMessages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error/

/** True when the request is not at fault: the database is away, or a part of ours has too much to do. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (unavailable.test(code) || unavailableMessages.test(error.message)) return true
  return 'statusCode' in error && error.statusCode === 503
}

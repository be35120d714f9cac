import type pg from 'pg'

/** SQLSTATE "transaction resolution unknown", which counts as the database being away. */
const code = '08007'

/**
 * Lets a statement fail whose commit is on the primary alone. PostgreSQL only warns when somebody cancels the wait for a
 * synchronous standby, and reports success: the next primary may know nothing of it.
 */
export function refuseUnreplicated(client: pg.Client): void {
  let warned = false
  client.on('notice', ({ routine }) => {
    // Its message is in the language of the database.
    if (routine === 'SyncRepWaitForLSN') warned = true
  })
  const check = () => {
    if (!warned) return undefined
    warned = false
    return Object.assign(new Error('the commit was not confirmed by a standby'), { code })
  }
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query(...args: unknown[]) {
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        const checked = (error: unknown, result: unknown) => callback(error ?? check(), result)
        return Reflect.apply(query, undefined, args.with(-1, checked))
      }
      const answer: unknown = Reflect.apply(query, undefined, args)
      if (!(answer instanceof Promise)) return answer
      return answer.then((result: unknown) => {
        const refused = check()
        if (refused !== undefined) throw refused
        return result
      })
    },
  })
}

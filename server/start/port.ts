import { once } from 'node:events'
import { createServer } from 'node:net'
import { reason, StartError } from '#server/start-error.ts'

/**
 * Makes sure that the address can be listened on, before a first start spends its time on anything else.
 * @throws StartError when it cannot
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, host, port)
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
}

/** The sentence for a failed listen. */
export function portError(error: unknown, host: string, port: number): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} of ${host} is in use by another program: stop that one, or set PORT to another number.`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} of ${host} is not open to this user: set PORT to a number from 1024 on, or start with more rights.`,
    )
  }
  return new StartError(`The server cannot listen on HOST ${host} and PORT ${port}: ${reason(error)}.`)
}

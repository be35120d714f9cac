import { freePort } from '#test/support/external-postgres.ts'
import { kill } from '#test/support/postgres-process.ts'
import { startServer } from '../host.ts'
import { databaseUrl, openCluster } from './cluster.ts'

/**
 * A server before three database machines.
 * @throws when one of them does not start; nothing of them runs on then
 */
export async function openInstallation(folder: string) {
  const cluster = await openCluster(folder)
  try {
    const port = await freePort()
    const server = await startServer(port, databaseUrl, {})
    return {
      port,
      databaseUrl,
      cluster,
      async close() {
        if (server.exitCode === null && server.signalCode === null) await kill(server)
        await cluster.close()
      },
    }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

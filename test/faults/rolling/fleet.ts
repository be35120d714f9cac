import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '#test/support/external-postgres.ts'
import { makeCertificate, startNginx } from '#test/support/nginx.ts'
import { anotherServer, kill } from '#test/support/postgres-process.ts'
import { checkOutRelease, findRelease } from '#test/support/released.ts'
import { ownCheckout, startServer } from '../host.ts'

/** The version that is released, and this checkout. */
export type Which = 'released' | 'new'

/** As docs/operations.md says. */
const env = { STOP_DELAY: '5', TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
const servedWithinMs = 60_000

export type Fleet = Awaited<ReturnType<typeof openFleet>>

/**
 * Two processes of the last release on one database, behind nginx with the shipped settings.
 * @throws when there is no release, or something does not start; nothing of them runs on then
 */
export async function openFleet(folder: string) {
  const release = findRelease()
  if ('missing' in release) throw new Error(`There is no release to begin with: ${release.missing}.`)
  const checkout = join(folder, 'release')
  mkdirSync(checkout)
  checkOutRelease(release.tag, checkout)
  const checkouts: Record<Which, string> = { released: checkout, new: ownCheckout }
  const postgres = anotherServer(join(folder, 'data'))
  const places: Place[] = []
  const ended = async () => {
    for (const place of places) await place.kill()
    const gone = once(postgres.child, 'exit')
    postgres.child.kill('SIGTERM')
    await gone
  }
  try {
    const { url: databaseUrl, refused } = await postgres.outcome
    if (databaseUrl === undefined) throw new Error(`no PostgreSQL: ${refused}`)
    const ports = [await freePort(), await freePort()]
    makeCertificate(folder)
    const nginx = await startNginx(folder, ports)
    try {
      for (const port of ports)
        places.push(createPlace(port, { checkouts, databaseUrl, folder, log: nginx.log }))
      // One after the other: the first one makes the schema.
      for (const place of places) await place.start('released')
    } catch (error) {
      await nginx.stop()
      throw error
    }
    return {
      release,
      places,
      databaseUrl,
      port: nginx.inner,
      url: nginx.url,
      takeOut: nginx.takeOut,
      log: nginx.log,
      prepareScene: await sceneOf(checkout),
      async close() {
        await nginx.stop()
        await ended()
      },
    }
  } catch (error) {
    await ended()
    throw error
  }
}

/** The released version knows how to fill a database that it made. */
async function sceneOf(checkout: string) {
  const path = pathToFileURL(join(checkout, 'test/faults/scene.ts')).href
  const { prepareScene }: typeof import('../scene.ts') = await import(path)
  return prepareScene
}

type Place = ReturnType<typeof createPlace>

interface Surroundings {
  readonly checkouts: Readonly<Record<Which, string>>
  readonly databaseUrl: string
  /** Takes the processes' logs. */
  readonly folder: string
  readonly log: () => readonly string[]
}

/** One of the two addresses that nginx knows, with the process that is there now. */
function createPlace(port: number, { checkouts, databaseUrl, folder, log }: Surroundings) {
  let child: ChildProcess | undefined
  let which: Which = 'released'
  let since = 0
  const served: Record<Which, number> = { released: 0, new: 0 }
  /** Requests that this process answered. The last address of a line is the one whose answer was given. */
  const servedNow = () =>
    log()
      .slice(since)
      .filter((line) => line.endsWith(` 127.0.0.1:${port}`)).length
  return {
    port,
    served: () => ({ ...served, [which]: served[which] + servedNow() }),
    async start(version: Which) {
      which = version
      since = log().length
      child = await startServer(
        port,
        databaseUrl,
        {},
        {
          checkout: checkouts[version],
          env,
          log: join(folder, `${port}.log`),
        },
      )
    },
    /** Ends it as a host does. @throws when it did not stop in order */
    async stop() {
      if (child === undefined) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      const [code, signal] = await exit
      child = undefined
      served[which] += servedNow()
      since = log().length
      if (code !== 0) throw new Error(`the ${which} version ended with ${code ?? signal}`)
    },
    /** Waits until it has answered so many requests. @throws when it has not for a minute */
    async hasServed(count: number) {
      const end = Date.now() + servedWithinMs
      while (servedNow() < count) {
        if (Date.now() > end)
          throw new Error(`the ${which} version answered ${servedNow()} requests in a minute`)
        await pause(50)
      }
    },
    async kill() {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) await kill(child)
    },
  }
}

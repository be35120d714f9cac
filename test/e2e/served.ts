import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '#test/support/browser.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { type ServerOptions, startTestServer, type TestServer } from '#test/support/server.ts'

const root = join(import.meta.dirname, '../..')

export interface Served {
  readonly server: TestServer
  readonly cast: Cast
  readonly browser: Browser
  close(): Promise<void>
}

/** The server with the built web application, its cast, and a browser. */
export async function serve(
  options: Pick<ServerOptions, 'sentryDsn' | 'payments' | 'port' | 'publicUrl' | 'names'> = {},
): Promise<Served> {
  // A copy, because another build would remove files the browser needs.
  const webRoot = mkdtempSync(join(tmpdir(), 'terazi-web-'))
  cpSync(join(root, 'dist/web'), webRoot, { recursive: true })
  const server = await startTestServer({ ...options, webRoot })
  const cast = await castOf(server)
  const browser = await launchBrowser()
  return {
    server,
    cast,
    browser,
    async close() {
      await browser.close()
      await server.close()
      rmSync(webRoot, { recursive: true })
    },
  }
}

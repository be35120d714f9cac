import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { dataFolder } from '#test/support/data-folder.ts'
import { startExternalPostgres } from '#test/support/external-postgres.ts'
import { prepareTemplate, templateDatabase, unsafeSettings } from '#test/support/template.ts'
import { shapeOf } from './statement-shape.ts'

// Shows every statement of the tests (test/support/note-statements.ts) to a PostgreSQL that is not the bundled one, which must
// take what the bundled one takes. What both refuse belongs to a test: a table of its own, or a statement wrong on purpose.

const texts = new Map<string, string>()
const folder = process.argv[2] ?? ''
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
    const text = z.string().parse(JSON.parse(line))
    texts.set(shapeOf(text), text)
  }

/** Which statements a server refuses, and why. */
async function refusedBy(serverUrl: string): Promise<Map<string, string>> {
  await prepareTemplate(serverUrl)
  const url = new URL(serverUrl)
  url.pathname = `/${templateDatabase}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const refused = new Map<string, string>()
  for (const text of texts.values()) {
    try {
      await client.query(`PREPARE statement AS ${text}`)
      await client.query('DEALLOCATE statement')
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      refused.set(text, error.message)
    }
  }
  await client.end()
  return refused
}

async function refusedByBundled(): Promise<Map<string, string>> {
  const dataDir = dataFolder('statements')
  const bundled = await openBundledPostgres({ dataDir, log: () => undefined, settings: unsafeSettings })
  const refused = await refusedBy(bundled.url)
  await bundled.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return refused
}

async function refusedByExternal(): Promise<Map<string, string>> {
  const external = await startExternalPostgres()
  const refused = await refusedBy(external.url)
  await external.stop()
  return refused
}

// Side by side: nothing else runs by then.
const [ours, theirs] = await Promise.all([refusedByBundled(), refusedByExternal()])

const faults = [...theirs].filter(([text]) => !ours.has(text))
for (const [text, why] of faults) console.error(`${why}\n${text}\n`)
if (texts.size === 0) console.error('The tests noted no statement.')
console.log(`${texts.size} statements, of which both refuse ${ours.size}`)
process.exitCode = faults.length > 0 || texts.size === 0 ? 1 : 0

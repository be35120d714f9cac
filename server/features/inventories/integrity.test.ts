import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportDefinition, getDefinitionVersion } from '#contract/definitions.ts'
import { system } from '#server/audit/audit.ts'
import { exportPublished } from '#server/cli/inventories.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { loadContent, readContent } from './content.ts'
import { importDraft } from './drafts.ts'
import { publishDraft, publishVersion } from './publish.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** The parts of a version's page that tell whether it is intact. */
async function page(which: { code: string; number: number }) {
  const params = { code: which.code, version: String(which.number) }
  const { answer } = await request(server.url, getDefinitionVersion, { token: cast.admin.token, params })
  return { intact: answer.intact, hash: answer.hash }
}
/** The lines that the start prints about the stored versions. */
async function said(): Promise<string[]> {
  const lines: string[] = []
  await loadContent(server.database.db, (line) => lines.push(line))
  return lines
}
/** A change from outside, by somebody who may do anything with the database. */
async function behindTheBack(change: ReturnType<typeof sql>) {
  await server.database.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE inventory_versions DISABLE TRIGGER USER`.execute(tx)
    await change.execute(tx)
    await sql`ALTER TABLE inventory_versions ENABLE TRIGGER USER`.execute(tx)
  })
}

test('the database itself refuses to change, delete or empty what is published', async () => {
  const { db } = server.database
  for (const change of [
    sql`UPDATE inventory_versions SET definition = '{}'`,
    sql`UPDATE inventory_versions SET content_hash = 'x'`,
    sql`UPDATE inventory_versions SET published_at = now()`,
    sql`DELETE FROM inventory_versions`,
    sql`TRUNCATE inventories CASCADE`,
  ])
    await expect(change.execute(db)).rejects.toThrow('a published version is frozen')
})

test('the content of a release that was imported is known at the start, in any order of its keys', async () => {
  const { db } = server.database
  const definition = loadFixture('placement')
  const other = Object.fromEntries(Object.entries(definition).reverse()) as typeof definition
  await db.transaction().execute(async (tx) => {
    expect(await importDraft(tx, other)).toEqual({ outcome: 'draft' })
    expect(await publishDraft(tx, system, { code: definition.code, number: 1 })).toBeUndefined()
  })
  expect(await publishVersion(db, definition)).toEqual({ taken: false })
  expect(await said()).toEqual([])
})

test('content that was changed from outside is said at the start and on its page, and is not exported', async () => {
  const { db } = server.database
  const [first] = await readContent()
  if (first === undefined) throw new Error('Nothing is shipped')
  const which = { code: first.code, number: first.version }
  expect((await exportPublished(db, which)).code).toBe(first.code)
  await behindTheBack(
    sql`UPDATE inventory_versions SET definition = jsonb_set(definition, '{minutes}', '999')
        WHERE inventory_id = (SELECT id FROM inventories WHERE code = ${first.code})`,
  )
  expect((await said())[0]).toContain(
    `${first.code} version ${first.version} is no longer what was published`,
  )
  await expect(exportPublished(db, which)).rejects.toThrow('its hash does not hold')
  expect((await page(which)).intact).toBe(false)
  const params = { code: which.code, version: String(which.number) }
  const sent = await request(server.url, exportDefinition, { token: cast.admin.token, params })
  expect([sent.status, sent.code]).toEqual([409, 'version_not_intact'])
})

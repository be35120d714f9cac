import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { importDraft, publishedVersion } from './drafts.ts'
import { publishVersion } from './publish.ts'
import { currentVersions } from './versions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const keep = (definition: Definition) =>
  server.database.db.transaction().execute((tx) => importDraft(tx, definition))

test('a draft is kept, replaced by the next one, and given to nobody', async () => {
  const { db } = server.database
  const definition = loadFixture('placement')
  expect(await keep(definition)).toEqual({ outcome: 'draft' })
  expect(await keep({ ...definition, minutes: 9 })).toEqual({ outcome: 'replaced' })
  const kept = await db.selectFrom('inventory_drafts').select(['code', 'number', 'definition']).execute()
  expect(kept).toMatchObject([{ code: definition.code, number: 1, definition: { minutes: 9 } }])
  const codes = (await currentVersions(db)).map((version) => version.definition.code)
  expect(codes).not.toContain(definition.code)
  const entries = await db
    .selectFrom('audit_entries')
    .select(['details'])
    .where('action', '=', 'draft_imported')
    .execute()
  expect(entries).toHaveLength(2)
})

test('what is published stays: the same again is known, other content needs the next number', async () => {
  const { db } = server.database
  const definition = loadFixture('checklist')
  await publishVersion(db, definition)
  const stored = await publishedVersion(db, { code: definition.code, number: undefined })
  expect(stored?.definition).toEqual(definition)
  // The definition is as in an export: parsed from the database, where keys have no order.
  expect(await keep(JSON.parse(JSON.stringify(stored?.definition)))).toEqual({
    outcome: 'published_already',
  })
  expect(await keep({ ...definition, minutes: 99 })).toEqual({ outcome: 'frozen', next: 2 })
  // A release that brings other content under a published number does not stop the start: what is published stays.
  expect(await publishVersion(db, definition)).toEqual({ taken: false })
  expect(await publishVersion(db, { ...definition, minutes: 99 })).toEqual({ taken: true })
  expect((await publishedVersion(db, { code: definition.code, number: 1 }))?.definition).toEqual(definition)
  expect(await keep({ ...definition, version: 2, minutes: 99 })).toEqual({ outcome: 'draft' })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'terazi-publish-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

/** The command as a person types it, on this file's own database. */
const terazi = (...args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url }
    execFile(process.execPath, ['server/cli/main.ts', ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
const file = (version: number, minutes: number) => {
  const path = join(folder, `${version}-${minutes}.json`)
  const definition = { ...loadFixture('placement'), code: 'KOMUT', version, minutes }
  writeFileSync(path, JSON.stringify(definition))
  return path
}
const newest = async () =>
  (await publishedVersion(database.db, { code: 'KOMUT', number: undefined }))?.definition

test('publish makes a draft the version that is assigned, and writes down that nobody at a screen did', async () => {
  const publish = (version: number) => terazi('publish', '--code', 'KOMUT', '--version', String(version))
  const none = await publish(1)
  expect([none.code, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toContain('There is no draft of KOMUT in version 1.')

  expect((await terazi('import', file(1, 7))).code).toBe(0)
  expect(await newest()).toBeUndefined()
  const done = await publish(1)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({ published: true, code: 'KOMUT', version: 1 })
  expect(await newest()).toMatchObject({ version: 1, minutes: 7 })
  const record = await database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('action', '=', 'version_published')
    .execute()
  expect(record).toEqual([{ action: 'version_published', actor_id: null }])

  // A draft that a newer version has overtaken stays one.
  await terazi('import', file(2, 8))
  await terazi('import', file(3, 9))
  expect((await publish(3)).code).toBe(0)
  const late = await publish(2)
  expect([late.code, late.stdout]).toEqual([1, ''])
  expect(late.stderr).toContain('A newer version is published.')
  expect(await newest()).toMatchObject({ version: 3, minutes: 9 })
})

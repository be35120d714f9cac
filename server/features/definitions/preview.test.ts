import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewVersion } from '#contract/previews.ts'
import { importDraft } from '#server/features/inventories/drafts.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { fingerprintOf } from '#test/fuzz/fingerprint.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const preview = async (code: string, version: string, locale: 'tr' | 'en') => {
  const { answer } = await request(server.url, previewVersion, {
    token: cast.admin.token,
    params: { code, version },
    headers: { 'accept-language': locale },
  })
  return answer
}

/** Every property name, without practice. */
function namesIn(value: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    for (const [name, inner] of Object.entries(part)) {
      if (name === 'practice') continue
      if (!Array.isArray(part)) names.add(name)
      visit(inner)
    }
  }
  visit(value)
  return names
}

test('a published version comes as a participant gets it, in the language asked for, and leaves no trace', async () => {
  const before = await (await fingerprintOf(server.database.db))()
  const [tr, en] = [await preview('MYT', '6', 'tr'), await preview('MYT', '6', 'en')]
  expect(tr).toMatchObject({ code: 'MYT', version: 6, draft: false, itemCount: 173, timeLimitSeconds: 3300 })
  expect([tr.form.locale, en.form.locale]).toEqual(['tr', 'en'])
  expect(en.preTest[0]?.text).toBe('Read every question carefully.')
  expect(en.hasPractice).toBe(true)
  const names = namesIn(en)
  for (const secret of ['key', 'feedback', 'weights', 'scales', 'scoring', 'norms', 'tolerance'])
    expect(names, secret).not.toContain(secret)
  expect(await (await fingerprintOf(server.database.db))()).toEqual(before)
})

test('a draft is seen before anybody can be given it', async () => {
  const definition = { ...loadFixture('placement'), code: 'TASLAK', version: 7 }
  await server.database.db.transaction().execute((tx) => importDraft(tx, definition))
  expect(await preview('TASLAK', '7', 'en')).toMatchObject({ code: 'TASLAK', version: 7, draft: true })
})

test('what is published under a number hides a draft of the same number', async () => {
  const definition = { ...loadFixture('placement'), code: 'SCL90', version: 5 }
  const row = { code: 'SCL90', number: 4, definition: JSON.stringify(definition) }
  await server.database.db.insertInto('inventory_drafts').values(row).execute()
  expect(await preview('SCL90', '5', 'en')).toMatchObject({ draft: false, itemCount: 90 })
})

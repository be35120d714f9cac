import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  checkDefinition,
  discardDefinition,
  exportDefinition,
  getDefinition,
  getDefinitionVersion,
  importDefinition,
  listDefinitions,
  publishDefinition,
} from '#contract/definitions.ts'
import { listInventories } from '#contract/inventories.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
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

const token = () => cast.admin.token
const keyOf = ({ code, version }: Definition) => ({ code, version: String(version) })
const check = (definition: object) =>
  request(server.url, checkDefinition, { token: token(), body: { definition: { ...definition } } })
const bring = (definition: object, replaces?: string) =>
  request(server.url, importDefinition, {
    token: token(),
    body: { definition: { ...definition }, ...(replaces !== undefined && { replaces }) },
  })
const discard = (definition: Definition, hash: string) =>
  request(server.url, discardDefinition, { token: token(), params: keyOf(definition), body: { hash } })
const publish = (definition: Definition, hash: string) =>
  request(server.url, publishDefinition, { token: token(), params: keyOf(definition), body: { hash } })
const fresh = (code: string, more: Partial<Definition> = {}): Definition => ({
  ...loadFixture('placement'),
  code,
  ...more,
})

describe('a definition sent with a name given twice', () => {
  const send = (path: string, body: string, as = `Token ${token()}`) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', authorization: as },
      body,
    })
  const twice = '{\n "definition": {"code": "TWICE",\n  "minutes": 5, "texts": {"tr": {}}, "minutes": 50}\n}'
  const place = { code: 'json_name_twice', line: 3, column: 38, name: 'minutes' }

  test.each(['/definitions/check/', '/definitions/'])('is refused with the place: %s', async (path) => {
    const refused = await send(path, twice)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        ...place,
        message: '“minutes” is given twice in one object, again in line 3, column 38. Remove one.',
      }),
    ])
    expect(await (await send(path, `\ufeff${twice}`)).json()).toMatchObject({
      code: 'json_name_twice',
      line: 3,
    })
    const minified = await send(path, '{"definition":{},"definition":{}}')
    expect(await minified.json()).toMatchObject({ line: 1, column: 18, name: 'definition' })
    const escaped = await send(path, '{"definition":{"code":"A","c\\u006fde":"B"}}')
    expect(await escaped.json()).toMatchObject({ column: 27, name: 'code' })
    const long = await send(path, `{"definition":{"${'n'.repeat(5000)}":1,"${'n'.repeat(5000)}":1}}`)
    expect(await long.json()).toMatchObject({ code: 'json_name_twice', name: 'n'.repeat(100) })
    expect(await (await send(path, '{"definition":{"a":1,}}')).json()).toMatchObject({
      code: 'malformed_body',
    })
    expect(await (await send(path, '')).json()).toMatchObject({ code: 'invalid_request' })
    expect((await send(path, twice, `Token ${cast.manager.token}`)).status).toBe(403)
    expect((await send(path, twice, '')).status).toBe(401)
  })

  test('is searched for only there', async () => {
    const twins = await send('/definitions/TWICE/versions/1/publish/', '{"hash":"a","hash":"b"}')
    expect(twins.status).toBe(404)
    const signIn = await send('/auth/sign-in/', '{"username":"a","username":"b"}')
    expect(await signIn.json()).not.toMatchObject({ code: 'json_name_twice' })
  })
})

describe('a definition', () => {
  test('with faults is kept nowhere, and every fault is said with its place', async () => {
    const faulty = fresh('FAULTY', { minutes: 0 })
    const { answer } = await check(faulty)
    expect(answer).toMatchObject({ problemCount: 1, problems: [{ path: 'minutes' }], draft: null })
    const refused = await bring(faulty)
    expect([refused.status, refused.code]).toEqual([400, 'definition_invalid'])
    expect(refused.json).toMatchObject({ problems: [{ path: 'minutes' }], problemCount: 1 })
    const missing = await request(server.url, getDefinition, { token: token(), params: { code: 'FAULTY' } })
    expect(missing.status).toBe(404)
  })

  test('with bands that mislead is kept with a warning, in words', async () => {
    const narrow = { ...loadFixture('everything'), code: 'DARALAN' }
    Object.assign(narrow.norms?.att ?? {}, { reliability: 0 })
    Object.assign(narrow.bandSets?.standard ?? {}, {
      bands: [
        { id: 'low', to: 45 },
        { id: 'mid', from: 45, to: 49 },
        { id: 'high', from: 49 },
      ],
    })
    const { answer } = await check(narrow)
    expect(answer.problems).toEqual([])
    expect(answer.draft?.warnings.map(({ path, message }) => [path, message])).toEqual([
      [
        'scales[2].bandSet',
        '“order”: “mid” düzeyinin genişliği 4, ölçme hatası 10. Daha az ve daha geniş düzey kullanın.',
      ],
    ])
    const kept = await bring(narrow)
    expect([kept.status, kept.answer.warnings]).toEqual([201, answer.draft?.warnings])
  })

  test('becomes a draft that nobody can assign, and replaces another one only when told to', async () => {
    const first = fresh('TASLAK')
    expect((await check(first)).answer.draft).toMatchObject({ version: 1, outcome: 'new', replaces: null })
    const { answer } = await bring(first)
    const { hash } = answer
    expect(answer).toMatchObject({ code: 'TASLAK', version: 1, state: 'draft', by: 'admin', results: 0 })
    const codes = (await request(server.url, listInventories, { token: token() })).answer.map(
      ({ code }) => code,
    )
    expect(codes).not.toContain('TASLAK')

    const second = { ...first, minutes: 7 }
    expect((await check(second)).answer.draft).toMatchObject({
      outcome: 'replaces',
      replaces: { by: 'admin', hash },
    })
    expect((await bring(second)).code).toBe('draft_exists')
    expect((await bring(second, hash)).answer.minutes).toBe(7)
    // Somebody who still looks at the first replaces and discards nothing.
    expect((await bring({ ...first, minutes: 9 }, hash)).code).toBe('draft_changed')
    expect((await discard(first, hash)).code).toBe('draft_changed')
    const detail = await request(server.url, getDefinition, { token: token(), params: { code: 'TASLAK' } })
    expect(detail.answer).toMatchObject({ published: null, draft: { version: 1 }, inventoryId: null })
  })

  test('is published as it was looked at, frozen, and assigned from then on', async () => {
    const definition = fresh('YAYIN')
    const draft = (await bring(definition)).answer
    const replaced = (await bring({ ...definition, minutes: 8 }, draft.hash)).answer
    expect((await publish(definition, draft.hash)).code).toBe('draft_changed')
    const published = (await publish(definition, replaced.hash)).answer
    expect(published).toMatchObject({ state: 'published', hash: replaced.hash, by: 'admin', minutes: 8 })
    // Twice the same changes nothing.
    expect((await publish(definition, replaced.hash)).status).toBe(200)
    expect((await publish(definition, draft.hash)).code).toBe('version_published')

    const current = (await request(server.url, listInventories, { token: token() })).answer
    expect(current.find(({ code }) => code === 'YAYIN')).toMatchObject({ version: 1, minutes: 8 })
    const discarded = await discard(definition, replaced.hash)
    expect(discarded.code).toBe('version_published')

    const again = await check({ ...definition, minutes: 8 })
    expect(again.answer.draft).toMatchObject({ outcome: 'known', version: 1 })
    expect((await bring({ ...definition, minutes: 8 })).code).toBe('version_published')
    // Nor is it anything new under another number.
    const renumbered = await check({ ...definition, minutes: 8, version: 5 })
    expect(renumbered.answer.draft).toMatchObject({ outcome: 'known', version: 1 })
    // Other content under the same number gets the next one.
    const next = await bring({ ...definition, minutes: 9 })
    expect(next.answer).toMatchObject({ version: 2, state: 'draft', minutes: 9 })
  })

  test('behind a newer version cannot be published any more', async () => {
    const [second, third] = [fresh('GERIDE', { version: 2 }), fresh('GERIDE', { version: 3 })]
    const old = (await bring(second)).answer
    const newer = (await bring(third)).answer
    expect((await publish(third, newer.hash)).status).toBe(200)
    expect((await publish(second, old.hash)).code).toBe('draft_outdated')
    const { answer } = await request(server.url, getDefinitionVersion, {
      token: token(),
      params: keyOf(second),
    })
    expect(answer.outdated).toBe(true)
    expect((await discard(second, old.hash)).status).toBe(204)
    expect((await publish(second, old.hash)).code).toBe('not_found')
  })

  test('is published once, even if two people publish at the same time', async () => {
    const [second, third] = [fresh('AYNIANDA', { version: 2 }), fresh('AYNIANDA', { version: 3 })]
    const [older, newer] = [(await bring(second)).answer, (await bring(third)).answer]
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => publish(third, newer.hash)),
      publish(second, older.hash),
    ])
    const behind = answers.pop()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([behind?.status, behind?.code]).toEqual(
      behind?.status === 200 ? [200, undefined] : [409, 'draft_outdated'],
    )
    const { answer } = await request(server.url, listAudit, {
      token: cast.superuser.token,
      query: { page_size: '10', action: 'version_published' },
    })
    const once = answer.results.filter(({ details }) => details.code === 'AYNIANDA' && details.version === 3)
    expect(once).toHaveLength(1)
    expect((await check(third)).answer.draft).toMatchObject({ outcome: 'known', version: 3 })
  })

  test('comes back as it was brought', async () => {
    const definition = loadFixture('everything')
    await bring({ ...definition, code: 'GERIGEL' })
    const sent = await request(server.url, exportDefinition, {
      token: token(),
      params: { code: 'GERIGEL', version: String(definition.version) },
    })
    expect(sent.headers.get('content-disposition')).toBe(
      `attachment; filename="GERIGEL-${definition.version}.json"`,
    )
    expect(JSON.parse(sent.text)).toEqual({ ...definition, code: 'GERIGEL' })
  })
})

test('a draft that the format no longer reads hides nothing else, and can be thrown away', async () => {
  const definition = fresh('ESKIMIS')
  const { hash } = (await bring(definition)).answer
  const { db } = server.database
  const older = JSON.stringify({ ...definition, colour: 'red' })
  await db.updateTable('inventory_drafts').set({ definition: older }).where('code', '=', 'ESKIMIS').execute()
  const list = await request(server.url, listDefinitions, { token: token(), query: { search: 'eskimis' } })
  expect(list.answer.results).toMatchObject([{ code: 'ESKIMIS', name: 'ESKIMIS', draft: { version: 1 } }])
  const detail = await request(server.url, getDefinition, { token: token(), params: { code: 'ESKIMIS' } })
  const [draft] = detail.answer.versions
  expect(draft).toMatchObject({ version: 1, state: 'draft', unreadable: true })
  const content = await request(server.url, getDefinitionVersion, {
    token: token(),
    params: keyOf(definition),
  })
  expect(content.status).toBe(404)

  expect((await publish(definition, hash)).code).toBe('draft_changed')
  const refused = await publish(definition, draft?.hash ?? '')
  expect(refused.code).toBe('definition_invalid')
  expect(refused.json).toMatchObject({ problemCount: 1, problems: [{ code: 'shape_unrecognized_keys' }] })
  expect((await check(definition)).answer.draft?.replaces?.hash).toBe(draft?.hash)
  expect((await discard(definition, draft?.hash ?? '')).status).toBe(204)
  const gone = await request(server.url, getDefinition, { token: token(), params: { code: 'ESKIMIS' } })
  expect(gone.status).toBe(404)
})

test('a draft that fits the shape but not the checks is not published, and what is wrong is said', async () => {
  const definition = fresh('SIKI')
  await bring(definition)
  const stricter = JSON.stringify({ ...definition, sharedItems: ['nowhere'] })
  const { db } = server.database
  await db.updateTable('inventory_drafts').set({ definition: stricter }).where('code', '=', 'SIKI').execute()
  const { answer } = await request(server.url, getDefinitionVersion, {
    token: token(),
    params: keyOf(definition),
  })
  const refused = await publish(definition, answer.hash)
  expect(refused.code).toBe('definition_invalid')
  expect(refused.json).toMatchObject({ problems: [{ path: 'sharedItems[0]' }], problemCount: 1 })
})

test('a text that people read or agree to needs a version of its own where it says something else', async () => {
  const first: Definition = { ...loadFixture('checklist'), code: 'METIN' }
  const [notice] = first.notices
  if (notice === undefined) throw new Error('the fixture has a notice')
  const second = structuredClone({ ...first, version: 2 })
  Object.assign(second.texts.en.notices?.[notice.id] ?? {}, { text: 'Other words' })
  // Before there is a published version, a draft is compared with nothing.
  const one = (await bring(first)).answer
  const two = (await bring(second)).answer
  expect((await publish(first, one.hash)).status).toBe(200)
  const refused = await publish(second, two.hash)
  const problem = {
    path: 'notices[0].version',
    message: `${notice.id} metni testin 1 sürümünde farklı. Metnin “version” değerini artırın.`,
  }
  const problems = { problems: [problem], problemCount: 1 }
  expect([refused.status, refused.code]).toEqual([400, 'definition_invalid'])
  expect(refused.json).toMatchObject(problems)
  expect((await check(second)).answer).toMatchObject({ ...problems, draft: null })
  expect((await bring(second, two.hash)).json).toMatchObject(problems)

  const third = { ...second, notices: [{ ...notice, version: notice.version + 1 }] }
  const raised = await bring(third, two.hash)
  expect([raised.status, (await publish(third, raised.answer.hash)).status]).toEqual([201, 200])
  // The words of the first version under its number again are no others.
  expect((await check({ ...first, version: 3, minutes: 9 })).answer.problems).toEqual([])
})

test('the list finds by name and code, and is sorted as people read', async () => {
  const ask = async (query: object) =>
    (await request(server.url, listDefinitions, { token: token(), query })).answer
  const all = await ask({ page_size: '100', ordering: '-itemCount' })
  const counts = all.results.map(({ itemCount }) => itemCount)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const found = await ask({ search: 'scl' })
  expect(found.results).toMatchObject([
    { code: 'SCL90', sensitive: true, published: { version: 5 }, draft: null, enabledFor: 2 },
  ])
})

test('who imported, published and discarded is written down', async () => {
  const definition = fresh('KAYIT')
  const { hash } = (await bring(definition)).answer
  await publish(definition, hash)
  const other = { ...definition, version: 2, minutes: 9 }
  const draft = (await bring(other)).answer
  await request(server.url, exportDefinition, { token: token(), params: keyOf(other) })
  await discard(other, draft.hash)
  const { answer } = await request(server.url, listAudit, {
    token: cast.superuser.token,
    query: { page_size: '5' },
  })
  const told = answer.results.map(({ action, actor, details }) => [action, actor?.name, details.version])
  expect(told).toEqual([
    ['draft_discarded', 'admin', 2],
    ['export', 'admin', 2],
    ['draft_imported', 'admin', 2],
    ['version_published', 'admin', 1],
    ['draft_imported', 'admin', 1],
  ])
  // The rule of the hash, so that it can be compared with a file later.
  expect(answer.results[3]?.details).toMatchObject({ hash })
})

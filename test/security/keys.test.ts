import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope, scopes } from '#contract/access.ts'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { addApiKey, bearer } from '#test/support/api-keys.ts'
import { castOf } from '#test/support/cast.ts'
import { inject } from '#test/support/inject.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let scene: Scene
/** A key with this scope alone. */
const keys = new Map<Scope, string>()
let all: string
beforeAll(async () => {
  server = await startTestServer()
  const cast = await castOf(server)
  const made = await makeScene(server, cast)
  // The other pending test is sensitive: no key reaches it.
  scene = { ...made, pending: made.unstarted }
  const add = async (some: Scope[]) =>
    (await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: some })).key
  for (const scope of scopes) keys.set(scope, await add([scope]))
  all = await add([...scopes])
})
afterAll(() => server.close())

/** Asks with input that is valid for others, without the key that a change needs. */
async function ask(entry: Call, key: string): Promise<string> {
  const { params, query, body } = inputOf(scene, entry.name)
  const { status, text } = await inject(server.app, {
    method: entry.method,
    path: pathOf(entry, params) + (query ? `?${new URLSearchParams(query)}` : ''),
    headers: { ...bearer(key), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return status < 300 ? String(status) : `${status} ${JSON.parse(text).code}`
}

const unscoped = calls.filter((entry) => !('scope' in entry))
const scoped = calls.flatMap((entry) => ('scope' in entry ? [{ entry, scope: entry.scope }] : []))

test('SR-29: a call without a scope refuses an API key with all of them', async () => {
  expect(unscoped.length).toBeGreaterThan(200)
  const answered: Record<string, string> = {}
  const isStream = (entry: Call) => 'file' in entry.answer && entry.answer.file === 'text/event-stream'
  for (const entry of unscoped) {
    const answer = isStream(entry) ? await overSocket(entry) : await ask(entry, all)
    if (answer !== '403 api_key_scope') answered[entry.name] = answer
  }
  // Saving answers asks for the token in its one statement.
  expect(answered).toEqual({ saveResponses: '401 not_authenticated' })
})

/** An event stream does not end within a process. */
async function overSocket(entry: Call): Promise<string> {
  const { params } = inputOf(scene, entry.name)
  const answer = await fetch(server.url + pathOf(entry, params), { headers: bearer(all) })
  return `${answer.status} ${Object(await answer.json()).code}`
}

test('SR-29: a call with a scope refuses every API key without this one', async () => {
  const answered: Record<string, string> = {}
  for (const { entry, scope } of scoped)
    for (const other of scopes.filter((one) => one !== scope)) {
      const answer = await ask(entry, keys.get(other) ?? '')
      if (answer !== '403 api_key_scope') answered[`${entry.name} ${other}`] = answer
    }
  expect(answered).toEqual({})
})

test('a change by key needs an Idempotency-Key, with any body', async () => {
  const changes = scoped.filter(({ entry }) => entry.method !== 'GET')
  expect(changes.length).toBeGreaterThan(3)
  for (const { entry } of changes)
    expect([entry.name, await ask(entry, all)]).toEqual([entry.name, '400 idempotency_key_required'])
})

test('a call with a scope lets a key with it in', async () => {
  for (const { entry, scope } of scoped.filter(({ entry: { method } }) => method === 'GET'))
    expect([entry.name, await ask(entry, keys.get(scope) ?? '')]).toEqual([
      entry.name,
      expect.stringMatching(/^(200|404 not_found|409 report_not_ready)/),
    ])
})

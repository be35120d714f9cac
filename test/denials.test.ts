import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { inputOf, makeScene, tokenOf } from './denials/scene.ts'
import { callers, denials } from './denials/table.ts'
import { type Cast, castOf } from './support/cast.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

async function ask(entry: Call, token: string | undefined, input: { params?: object; body?: unknown }) {
  const response = await fetch(server.url + pathOf(entry, { ...input.params }), {
    method: entry.method,
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  const text = await response.text()
  return response.ok ? String(response.status) : `${response.status} ${JSON.parse(text).code}`
}

/** Those who are refused ask first, so that nobody's success gets into the way of another one's refusal. */
const refusedFirst = (entry: Call) =>
  callers.toSorted((a, b) => Number(/^2/.test(cell(entry, a))) - Number(/^2/.test(cell(entry, b))))
const cell = (entry: Call, caller: string) => denials[entry.name]?.[caller] ?? ''

describe.each(calls.map((entry) => ({ name: entry.name, entry })))('$name', ({ entry }) => {
  test('answers each caller as the table says', async () => {
    const scene = await makeScene(server, cast)
    const answered: Record<string, string> = {}
    for (const caller of refusedFirst(entry)) {
      answered[caller] = await ask(entry, await tokenOf(server, scene, caller), inputOf(scene, entry.name))
    }
    expect(answered).toEqual(denials[entry.name])
  })

  test('refuses the caller before it looks at what they send', async () => {
    if (entry.method === 'GET') return
    const scene = await makeScene(server, cast)
    // What saving is for stands in the body itself, so there is nothing foreign before the body is read.
    const named = entry.name !== 'saveResponses'
    const expected: Record<string, string> = {}
    const answered: Record<string, string> = {}
    for (const caller of callers) {
      const refused = cell(entry, caller).startsWith('401') || (named && /^40[34]/.test(cell(entry, caller)))
      expected[caller] = refused ? cell(entry, caller) : '400 invalid_request'
      const { params } = inputOf(scene, entry.name)
      const body = { rubbish: true }
      answered[caller] = await ask(entry, await tokenOf(server, scene, caller), {
        ...(params && { params }),
        body,
      })
    }
    expect(answered).toEqual(expected)
  })
})

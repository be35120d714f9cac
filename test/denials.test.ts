import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { type Input, inputFor, inputOf, whosesOf } from './denials/inputs.ts'
import { makeScene, tokenOf } from './denials/scene.ts'
import { type CallerName, callers, denials, lineOf, matrix, type Whose } from './denials/table.ts'
import { type Cast, castOf } from './support/cast.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

async function ask(entry: Call, token: string | undefined, { params, body, file }: Input) {
  const response = await fetch(server.url + pathOf(entry, params), {
    method: entry.method,
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  })
  // Event streams don't end, so their start counts as the answer.
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel()
    return String(response.status)
  }
  const text = await response.text()
  return response.ok ? String(response.status) : `${response.status} ${JSON.parse(text).code}`
}

type Scenes = Awaited<ReturnType<typeof scenesOf>>
const scenesOf = async () => ({
  ours: await makeScene(server, cast),
  theirs: await makeScene(server, cast, cast.ege),
})
/** The scenes with new ones in place of those whose records this line names: somebody is about to change them. */
const renewed = async (scenes: Scenes, whose: Whose): Promise<Scenes> => ({
  ours: whose === 'theirs' ? scenes.ours : await makeScene(server, cast),
  theirs: whose === 'ours' || whose === 'own' ? scenes.theirs : await makeScene(server, cast, cast.ege),
})
/** Refused callers share a scene. Callers who change something get their own. */
const leavesAsIs = (entry: Call, whose: string, caller: string) =>
  entry.method === 'GET' || /^40[134]/.test(matrix.get(`${entry.name} ${whose}`)?.[caller] ?? '')

describe.each(calls.map((entry) => ({ name: entry.name, entry })))('$name', ({ entry }) => {
  let shared: Scenes
  beforeAll(async () => {
    shared = await scenesOf()
  })

  // First, because it leaves the scenes as they are.
  test('SR-29: refuses the caller before it looks at what they send', async () => {
    if (entry.method === 'GET') return
    const scene = shared.ours
    // A save call names its items in the body, so nothing foreign can be seen before the body is read.
    const named = entry.name !== 'saveResponses'
    const expected: Record<string, string> = {}
    const answered: Record<string, string> = {}
    for (const caller of callers) {
      const known = denials[entry.name]?.[caller] ?? ''
      const refused = known.startsWith('401') || (named && /^40[34]/.test(known))
      const unread = entry.upload ? '415 unsupported_media_type' : '400 invalid_request'
      expected[caller] = refused ? known : unread
      const { params } = inputOf(scene, entry.name)
      const body = { rubbish: true }
      answered[caller] = await ask(entry, await tokenOf(server, scene, caller), {
        ...(params && { params }),
        body,
      })
    }
    expect(answered).toEqual(expected)
  })

  test('SR-22: answers each caller as docs/access-matrix.md says', async () => {
    const answer = async (whose: Whose, caller: CallerName, scenes: Scenes) => {
      const token = await tokenOf(server, scenes.ours, caller)
      return ask(entry, token, await inputFor(server, scenes, entry.name, whose, token))
    }
    const whoses = whosesOf(shared.ours, entry.name)
    // Calls without a record of the scene have nothing to change.
    const bare = whoses.length === 1
    const answered: string[] = []
    for (const whose of whoses) {
      const row: Record<string, string> = {}
      for (const caller of callers) {
        const same = bare || leavesAsIs(entry, whose, caller)
        row[caller] = await answer(whose, caller, same ? shared : await renewed(shared, whose))
      }
      answered.push(lineOf(entry.name, whose, row))
    }
    const committed = [...matrix].flatMap(([key, row]) => {
      const [name = '', whose = ''] = key.split(' ')
      return name === entry.name ? [lineOf(name, whose, row)] : []
    })
    expect(answered).toEqual(committed)
  })
})

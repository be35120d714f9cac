import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { type Input, inputFor, inputOf, whosesOf } from './denials/inputs.ts'
import { makeScene, resetCast, type Scene, tokenOf } from './denials/scene.ts'
import { type CallerName, callers, denials, lineOf, matrix, type Whose } from './denials/table.ts'
import { type Cast, castOf } from './support/cast.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let cast: Cast
/** For everybody who only reads or is refused, until a call has changed something of its callers. */
let shared: Scenes | undefined

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

type Scenes = Readonly<Record<'ours' | 'theirs', Scene>>
async function sharedScenes(): Promise<Scenes> {
  shared ??= { ours: await makeScene(server, cast), theirs: await makeScene(server, cast, cast.ege) }
  return shared
}
/** The scenes with new ones in place of those whose records this line names: somebody is about to change them. */
async function renewed(scenes: Scenes, entry: Call, whose: Whose): Promise<Scenes> {
  const renew = (scene: Scene) => {
    const sold = /order|price|transfer/i.test(entry.name)
    return makeScene(server, cast, scene.clientId, sold ? undefined : scene)
  }
  return {
    ours: whose === 'theirs' ? scenes.ours : await renew(scenes.ours),
    theirs: whose === 'ours' || whose === 'own' ? scenes.theirs : await renew(scenes.theirs),
  }
}
/** Refused callers share the scenes. Callers who change something get their own. */
const leavesAsIs = (entry: Call, whose: string, caller: string) =>
  entry.method === 'GET' || /^40[134]/.test(matrix.get(`${entry.name} ${whose}`)?.[caller] ?? '')

describe.each(calls.map((entry) => ({ name: entry.name, entry })))('$name', ({ entry }) => {
  beforeAll(() => resetCast(server, cast))

  // First, because it leaves the scenes as they are.
  test('SR-29: refuses the caller before it looks at what they send', async () => {
    if (entry.method === 'GET') return
    const scene = (await sharedScenes()).ours
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
    const scenes = await sharedScenes()
    const whoses = whosesOf(scenes.ours, entry.name)
    // Calls without a record of the scene have nothing to change.
    const bare = whoses.length === 1
    const answered: string[] = []
    for (const whose of whoses) {
      const row: Record<string, string> = {}
      for (const caller of callers) {
        const same = bare || leavesAsIs(entry, whose, caller)
        row[caller] = await answer(whose, caller, same ? scenes : await renewed(scenes, entry, whose))
      }
      if (entry.method !== 'GET' && Object.values(row).some((answer) => answer.startsWith('2')))
        shared = undefined
      answered.push(lineOf(entry.name, whose, row))
    }
    const committed = [...matrix].flatMap(([key, row]) => {
      const [name = '', whose = ''] = key.split(' ')
      return name === entry.name ? [lineOf(name, whose, row)] : []
    })
    expect(answered).toEqual(committed)
  })
})

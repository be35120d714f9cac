import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { type Input, inputFor, inputOf, partsOf, whosesOf } from './denials/inputs.ts'
import {
  makeScene,
  ofCallers,
  type Part,
  renewScene,
  resetCast,
  type Scene,
  tokenOf,
  tokensOf,
} from './denials/scene.ts'
import { type CallerName, callers, denials, lineOf, matrix, type Whose } from './denials/table.ts'
import { type Cast, castOf } from './support/cast.ts'
import { inject } from './support/inject.ts'
import { send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let cast: Cast
/** The scenes of callers who only read or are refused; the others change theirs and get their own. */
let shared: Scenes
let sharedToken: ReturnType<typeof tokensOf>

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  share({ ours: await makeScene(server, cast), theirs: await makeScene(server, cast, cast.ege) })
})
afterAll(() => server.close())

/** Guests ask over a connection, so that each call is also reached through a socket. The others ask within this process. */
async function ask(
  entry: Call,
  token: string | undefined,
  { params, query, body, file }: Input,
): Promise<string> {
  const sent = file ? Buffer.from(await file.arrayBuffer()) : body && JSON.stringify(body)
  const asked = {
    method: entry.method,
    path: pathOf(entry, params) + (query ? `?${new URLSearchParams(query)}` : ''),
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
    },
    ...(sent !== undefined && { body: sent }),
  }
  // Nor do event streams end within a process.
  const isStream = 'file' in entry.answer && entry.answer.file === 'text/event-stream'
  const onSocket = token === undefined || isStream
  const { status, text } = await (onSocket ? send(server.url, asked) : inject(server.app, asked))
  return status < 300 ? String(status) : `${status} ${JSON.parse(text).code}`
}

type Scenes = Readonly<Record<'ours' | 'theirs', Scene>>
function share(scenes: Scenes): void {
  shared = scenes
  sharedToken = tokensOf(server, scenes.ours)
}
/** Scenes with new records in place of those of one line: somebody is about to change them. */
async function renewed(parts: readonly Part[], whose: Whose): Promise<Scenes> {
  const { ours, theirs } = shared
  return {
    ours: whose === 'theirs' ? ours : await renewScene(server, ours, parts),
    theirs: whose === 'ours' || whose === 'own' ? theirs : await renewScene(server, theirs, parts),
  }
}
/** The part of a scene that a caller's token belongs to: an attempt's token speaks for its own records alone. */
const partOfToken: Partial<Record<CallerName, Part>> = { attempt: 'running', tablet: 'testDay' }

/**
 * These share the scenes, and are asked first and together. Callers who change something get their own records.
 */
const leavesAsIs = (entry: Call, whose: string, caller: string) =>
  entry.method === 'GET' || /^40[134]/.test(matrix.get(`${entry.name} ${whose}`)?.[caller] ?? '')

describe.each(calls.map((entry) => ({ name: entry.name, entry })))('$name', ({ entry }) => {
  beforeAll(() => resetCast(server, cast))

  /** Asks these callers together, who leave the scenes as they are. */
  const together = async (some: readonly CallerName[], answer: (caller: CallerName) => Promise<string>) =>
    Object.fromEntries(await Promise.all(some.map(async (caller) => [caller, await answer(caller)] as const)))

  test('SR-29: refuses the caller before it looks at what they send', async () => {
    if (entry.method === 'GET') return
    // A save call names its items in the body, so nothing foreign can be seen before the body is read.
    const named = entry.name !== 'saveResponses'
    const expected: Record<string, string> = {}
    for (const caller of callers) {
      const known = denials[entry.name]?.[caller] ?? ''
      const refused = known.startsWith('401') || (named && /^40[34]/.test(known))
      const unread = entry.upload ? '415 unsupported_media_type' : '400 invalid_request'
      expected[caller] = refused ? known : unread
    }
    const { params } = inputOf(shared.ours, entry.name)
    const input = { ...(params && { params }), body: { rubbish: true } }
    const answered = await together(callers, async (caller) => ask(entry, await sharedToken(caller), input))
    expect(answered).toEqual(expected)
  })

  test('SR-22: answers each caller as docs/access-matrix.md says', async () => {
    const answer = async (whose: Whose, scenes: Scenes, token: string | undefined) =>
      ask(entry, token, await inputFor(server, scenes, entry.name, whose, token))
    const parts = partsOf(shared.ours, entry.name)
    const answered: string[] = []
    for (const whose of whosesOf(shared.ours, entry.name)) {
      const asIs = callers.filter((caller) => leavesAsIs(entry, whose, caller))
      const changing = callers.filter((caller) => !asIs.includes(caller))
      const row = await together(asIs, async (caller) => answer(whose, shared, await sharedToken(caller)))
      for (const caller of changing) {
        const by = partOfToken[caller]
        // Calls without a record of the scene have nothing of it to change.
        const scenes = parts.length === 0 ? shared : await renewed(by ? [...parts, by] : parts, whose)
        row[caller] = await answer(whose, scenes, await tokenOf(server, scenes.ours, caller))
      }
      const changed = changing.some((caller) => row[caller]?.startsWith('2'))
      if (changed && (parts.length === 0 || whose === 'own'))
        share({ ...shared, ours: await renewScene(server, shared.ours, ofCallers) })
      answered.push(lineOf(entry.name, whose, row))
    }
    const committed = [...matrix].flatMap(([key, row]) => {
      const [name = '', whose = ''] = key.split(' ')
      return name === entry.name ? [lineOf(name, whose, row)] : []
    })
    expect(answered).toEqual(committed)
  })
})

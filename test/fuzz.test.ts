import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, takesKey } from '#contract/kit.ts'
import { inputOf, partsOf } from './denials/inputs.ts'
import { makeScene, ofCallers, renewScene, resetCast, type Scene, tokensOf } from './denials/scene.ts'
import { type CallerName, callers, denials } from './denials/table.ts'
import { fingerprintOf } from './fuzz/fingerprint.ts'
import { faultsOf } from './fuzz/problem.ts'
import { rubbish, rubbishPart, rubbishText, spoilt } from './fuzz/rubbish.ts'
import { type Cast, castOf, inventory } from './support/cast.ts'
import { inject, type Raw } from './support/inject.ts'
import { canInject, send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/server.ts'

// The same rubbish in every build; FUZZ_SEED and FUZZ_RUNS look for more.
const seed = Number(process.env.FUZZ_SEED ?? 42)
const numRuns = Number(process.env.FUZZ_RUNS ?? 40)

let server: TestServer
let cast: Cast
let fingerprint: () => Promise<Record<string, string>>
/** Another one after a call has changed something. */
let scene: Scene
let tokenOf: ReturnType<typeof tokensOf>

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 100_000)
  fingerprint = await fingerprintOf(server.database.db)
  scene = await makeScene(server, cast)
  tokenOf = tokensOf(server, scene)
})
afterAll(() => server.close())

/** Bodies with every optional field, so that each is corrupted once. */
function fullBody(scene: Scene, entry: Call): unknown {
  const { body } = inputOf(scene, entry.name)
  const item = scene.started.form.sections
    .flatMap((section) => section.items)
    .find((one) => one.type === 'single')
  const responses = {
    [item?.id ?? '']: {
      value: item?.options?.[0]?.id,
      seq: 3,
      at: '2026-05-05T10:00:00.000Z',
      elapsedMs: 1200,
    },
  }
  const more: Record<string, object> = {
    authToken: { remember: true },
    inviteEmails: {
      emails: [
        { email: 'ada@example.com', name: 'Ada Deniz', phone: '0555 000 00 00', group: 'A' },
        'Can can@example.com',
      ],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      role: 'candidate',
      group: 'Paketleme',
      dueDate: '2999-01-01',
      description: 'Bahar',
      locale: 'tr',
    },
    invitePerson: {
      email: `${scene.peer.userId}@example.com`,
      role: 'employee',
      group: 'Depo',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      dueDate: '2999-01-01',
      description: 'Bahar',
      locale: 'en',
    },
    makeInvitationLink: { replace: true },
    updatePerson: { phone: '', staffNumber: 'A-1', group: 'Depo', role: 'employee' },
    decidePerson: { note: 'x', makeEmployee: false },
    decidePeople: { note: 'x', makeEmployee: false },
    addQuota: { reason: 'x' },
    openRegistration: { group: 'Depo', dueDate: '2999-01-01' },
    changeRegistration: { endsOn: '2998-02-01' },
    changeJobProfile: { ranges: [{ key: 'total', from: 1, to: 2 }], archived: false },
    createShare: { outside: 'consent', purpose: 'placement' },
    register: { website: '' },
    startAttempt: { accepted: ['x'], locale: 'en', newDevice: true },
    noteSignals: { signals: [{ kind: 'away', at: '2026-05-05T10:00:00.000Z', seconds: 12 }] },
    createAssignments: {
      dueDate: '2999-01-01',
      opensAt: '2998-12-01T09:00',
      inOrder: { pauseMinutes: 10 },
      locale: 'tr',
      skipExisting: true,
      skipCoolingDown: true,
    },
    saveResponses: { epoch: 1, responses, received: { at: '2026-05-05T10:00:00.000Z', proof: 'x' } },
    submitAttempt: { epoch: 1, responses },
  }
  return { ...Object(body), ...more[entry.name] }
}

function requests(
  scene: Scene,
  entry: Call,
): fc.Arbitrary<Raw & { language: 'tr' | 'en'; caller: CallerName }> {
  const { params = {} } = inputOf(scene, entry.name)
  const ownPart = (name: string) => encodeURIComponent(params[name] ?? 'x')
  const address = fc
    .record({ spoil: fc.boolean(), part: rubbishPart, slash: fc.boolean() })
    .map(({ spoil, part, slash }) => {
      const path = entry.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => (spoil ? part : ownPart(name)))
      return (entry.root ? '' : '/api') + (slash ? path.replace(/(?<=.)\/$/, '') : path)
    })
  const known = [...Object.keys(entry.query?.shape ?? {}), 'rubbish', '__proto__', 'page[]', 'search']
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom(...known),
        fc.oneof(rubbishText, fc.constantFrom('1', 'true', 'name', 'tr', 'GSI')),
      ),
      { maxLength: 4 },
    )
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    )
  const withBody = entry.body ? 4 : 1
  const json = { 'content-type': 'application/json' }
  const body = fc.oneof(
    {
      weight: withBody * 4,
      arbitrary: spoilt(fullBody(scene, entry)).map((value) => ({
        body: JSON.stringify(value),
        headers: json,
      })),
    },
    { weight: withBody, arbitrary: rubbish.map((value) => ({ body: JSON.stringify(value), headers: json })) },
    {
      weight: withBody,
      arbitrary: fc.constantFrom<{ body?: string; headers: Record<string, string> }>(
        { body: '{"a":', headers: json },
        { body: '', headers: json },
        { body: '\u0000', headers: json },
        { body: '{"__proto__": {"a": 1}}', headers: json },
        { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, headers: json },
        { body: 'username=a&password=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { body: '{}', headers: { 'content-type': 'text/plain' } },
        { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
        { body: '{}', headers: { 'content-type': '😀'.slice(0, 0) } },
        { body: '<a/>', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        { headers: {} },
      ),
    },
    { weight: 12 / withBody, arbitrary: fc.constant({ headers: {} }) },
  )
  // Few keys, so that they repeat with other bodies; and invalid ones.
  const keys = ['', '', 'a', 'b', 'a b', 'ğ', 'x'.repeat(201)].map((key) =>
    Buffer.from(key).toString('latin1'),
  )
  const named = takesKey(entry) ? fc.constantFrom(...keys) : fc.constant('')
  return fc
    .record({
      path: address,
      query,
      body,
      key: named,
      language: fc.constantFrom('tr' as const, 'en' as const),
      caller: fc.constantFrom(...[...callers, ...allowed(entry), ...allowed(entry)]),
    })
    .map(({ path, query, body, key, language, caller }) => ({
      method: entry.method,
      path: query === '' ? path : `${path}?${query}`,
      body: 'body' in body ? body.body : undefined,
      headers: {
        ...body.headers,
        'accept-language': language,
        ...(key !== '' && { 'idempotency-key': key }),
      },
      language,
      caller,
    }))
}

const allowed = (entry: Call) => callers.filter((caller) => /^2/.test(denials[entry.name]?.[caller] ?? ''))

describe.each(calls.map((entry) => ({ name: entry.name, entry })))('$name', ({ entry }) => {
  test('SR-33, SR-35, SR-48: refuses rubbish as a problem and changes nothing', async () => {
    const isStream = 'file' in entry.answer && entry.answer.file === 'text/event-stream'
    const tokens = new Map<CallerName, string | undefined>()
    for (const caller of callers) tokens.set(caller, await tokenOf(caller))
    let changed = false
    let sent = 0
    let before = await fingerprint()
    const property = fc.asyncProperty(requests(scene, entry), async ({ language, caller, ...raw }) => {
      const token = tokens.get(caller)
      const headers = { ...raw.headers, ...(token && { authorization: `Token ${token}` }) }
      const request = { ...raw, headers }
      sent += 1
      // An event stream ends only with its connection.
      const onSocket = sent % 8 === 1 || isStream || !canInject(request)
      const answer = await (onSocket ? send(server.url, request) : inject(server.app, request))
      expect(answer.status, answer.text).toBeLessThan(500)
      const after = await fingerprint()
      if (answer.status >= 400) {
        expect(faultsOf(answer, language)).toEqual([])
        expect(after).toEqual(before)
      }
      if (!isDeepStrictEqual(before, after)) changed = true
      before = after
    })
    await fc.assert(property, { seed, numRuns, endOnFailure: true })
    if (!changed) return
    await resetCast(server, cast)
    const parts = partsOf(scene, entry.name)
    scene = await renewScene(server, scene, parts.length === 0 ? ofCallers : parts)
    tokenOf = tokensOf(server, scene)
  })
})

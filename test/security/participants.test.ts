import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { calls } from '#contract/calls.ts'
import { submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { search } from '#contract/search.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene, tokenOf } from '#test/denials/scene.ts'
import { type CallerName, denials } from '#test/denials/table.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { addSession } from './people.ts'
import { askFor } from './walk.ts'

let server: TestServer
let cast: Cast
let scene: Scene

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  scene = await makeScene(server, cast)
  const { db } = server.database
  const people = [scene.participant, scene.peer]
  for (const [at, { userId, membershipId }] of people.entries()) {
    const name = at === 0 ? 'Kendisi Olan' : 'Komşu Zumrutkanarya'
    const email = at === 0 ? 'self@example.test' : 'zumrutkanarya@example.test'
    await db.updateTable('users').set({ name, email }).where('id', '=', userId).execute()
    await db.updateTable('memberships').set({ name }).where('id', '=', membershipId).execute()
  }
})
afterAll(() => server.close())

/** The names of fields that belong to scoring. */
const scoring =
  /^(keys?|weights?|norms?|norm_?groups?|scoring|scales?|scores?|correct|credit|reversed?|cuts?|bands?|mean|sd|rules?)$/i

/** The places of fields that say how a test is scored. */
function scoringFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(scoring.test(name) ? [`${path}.${name}`] : []),
    ...scoringFields(inner, `${path}.${name}`),
  ])
}

test.each(['participant', 'invited', 'attempt'] as const satisfies CallerName[])(
  'SR-27: no answer to a participant, as %s, contains scoring or other people’s addresses',
  async (caller) => {
    const asked: string[] = []
    for (const entry of calls) {
      // Public answers concern nobody, and a report is about scores.
      const open = entry.access === 'guest' || entry.access === 'demo'
      const { answer } = entry
      if (open || entry === getReport || !('json' in answer)) continue
      if (!/^20/.test(denials[entry.name]?.[caller] ?? '')) continue
      const one = await makeScene(server, cast)
      const token = await tokenOf(server, one, caller)
      const input = inputOf(one, entry.name)
      if (input.file !== undefined) continue
      const { status, text } = await askFor(server.url, entry, input, token)
      expect([entry.name, status < 300]).toEqual([entry.name, true])
      const json: unknown = JSON.parse(text)
      const practice = /\.practice\.\d+\.key$/
      expect([entry.name, scoringFields(json).filter((path) => !practice.test(path))]).toEqual([
        entry.name,
        [],
      ])
      const addresses = text.match(/[\w.+-]+@[\w.-]+\.\w+/g) ?? []
      const own = [`${one.participant.userId}@example.com`, String(input.body?.email)]
      expect([entry.name, addresses.filter((address) => !own.includes(address))]).toEqual([entry.name, []])
      // Answers contain only fields of the contract.
      expect(answer.json.parse(json), entry.name).toEqual(json)
      asked.push(entry.name)
    }
    expect(asked).toContain('saveResponses')
    if (caller !== 'attempt') expect(asked).toContain('startAttempt')
  },
)

test('SR-27: no inventory’s form says how it is scored', async () => {
  const codes = Object.keys(cast.inventories)
  expect(codes.length).toBeGreaterThan(1)
  for (const code of codes) {
    const { started } = await addRunning(server, cast.anadolu, code)
    const fields = scoringFields(started).filter((path) => !/\.practice\.\d+\.key$/.test(path))
    expect([code, fields]).toEqual([code, []])
  }
})

test('SR-27: a manager reads scores, but no single answers', async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const { started } = running
  const responses = Object.fromEntries(running.choices.map(({ id, options }) => [id, options[0] ?? '']))
  const { token, assignmentId } = running
  const sent = { token, params: { assignmentId }, body: { epoch: started.epoch, responses } }
  expect((await request(server.url, submitAttempt, sent)).status).toBe(200)
  const reader = cast.manager.token
  const seen = [
    (await request(server.url, getReport, { token: reader, params: { assignmentId } })).text,
    (await request(server.url, resultsCsv, { token: reader, params: { clientId: cast.anadolu } })).text,
  ]
  for (const text of seen) {
    const told = running.choices.filter(({ id }) => text.includes(`"${id}"`) || text.includes(`${id},`))
    expect(told).toEqual([])
  }
})

test('SR-25: a participant reads only their own report, answers and tests, at any client', async () => {
  const theirs = await makeScene(server, cast, cast.ege)
  const peer = await addSession(server, scene.peer.userId)
  for (const one of [scene, theirs]) {
    for (const id of [one.completed, one.running, one.pending]) {
      const names = [
        'getReport',
        'reportPdf',
        'getFeedback',
        'feedbackPdf',
        'getAssignment',
        'getOwnAssignment',
        'startAttempt',
        'submitAttempt',
      ]
      for (const entry of calls.filter(({ name }) => names.includes(name))) {
        const { body } = inputOf(one, entry.name)
        const input = { params: { assignmentId: id }, ...(body && { body }) }
        const { status, text } = await askFor(server.url, entry, input, peer)
        const refused = entry.name === 'getAssignment' ? 403 : 404
        expect([entry.name, status, text.includes('Kendisi')]).toEqual([entry.name, refused, false])
      }
    }
  }
  expect((await request(server.url, search, { token: peer, query: { q: 'Kendisi' } })).status).toBe(403)
})

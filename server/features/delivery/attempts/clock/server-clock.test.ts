import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { reportPresence } from '#contract/board.ts'
import { getOwnAssignment, listOwnAssignments } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, startTest } from '#test/support/taking.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

test.each([2, -2])(
  'devices get the database’s time from a server whose clock is off by %d hours',
  async (hours) => {
    const running = await addRunning(server, await addClient(server.database.db), 'ENGLISH')
    const { token, assignmentId, started, choices } = running
    const right = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: right + hours * 3_600_000 })
    const params = { assignmentId }
    const [first] = choices
    const saved = await request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: { [first?.id ?? '']: first?.options[0] ?? '' } },
    })
    const sign = { body: { itemId: null, unsent: 0 }, token: started.attemptToken, params }
    const told = [
      saved.answer.data.serverTime,
      (await request(server.url, reportPresence, sign)).answer.serverTime,
      (await request(server.url, listOwnAssignments, { token })).answer.serverTime,
      (await request(server.url, getOwnAssignment, { token, params })).answer.serverTime,
      (await startTest(server.url, token, assignmentId)).serverTime,
    ]
    // A device that hears a time after the limit hands the test in.
    for (const time of told) expect(Math.abs(Date.parse(time) - right)).toBeLessThan(120_000)
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { createLog } from '#server/log.ts'
import { request } from '#test/support/api.ts'
import { castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  server = await startTestServer({ log: createLog('info', { destination }) })
})
afterAll(() => server.close())

test('each request is one line: id, route, client, status, time, and its time in the database', async () => {
  const cast = await castOf(server)
  lines.splice(0)
  const answers = await Promise.all([
    request(server.url, listAssignments, { token: cast.manager.token, params: { clientId: cast.anadolu } }),
    fetch(`${server.url}/api/clients/${cast.ege}/assignments/?search=Hatice`, {
      headers: { authorization: `Token ${cast.manager.token}` },
    }),
    fetch(`${server.url}/health/live`),
  ])
  await expect.poll(() => lines.length).toBe(3)
  const [list, refused, live] = answers.map(({ headers }) =>
    lines.find(({ reqId }) => reqId === headers.get('x-request-id')),
  )
  const route = '/api/clients/:clientId/assignments/'
  expect(list).toMatchObject({ msg: 'request', method: 'GET', route, status: 200, client: cast.anadolu })
  expect(list?.statements).toBeGreaterThanOrEqual(3)
  expect([list?.ms, list?.databaseMs]).toEqual([expect.any(Number), expect.any(Number)])
  expect(refused).toMatchObject({ route, status: 404, client: cast.ege })
  expect(live).toMatchObject({ route: '/health/live', status: 200, statements: 0, databaseMs: 0 })
  expect(JSON.stringify(lines)).not.toMatch(/Hatice|search=/)
})

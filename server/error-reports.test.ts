import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { usersMe } from '#contract/auth.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { type ErrorService, startErrorService } from '#test/support/error-service.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { type ErrorReports, openErrorReports } from './error-reports.ts'
import { createLog } from './log.ts'

let service: ErrorService
let reports: ErrorReports
let server: TestServer
let cast: Cast

beforeAll(async () => {
  service = await startErrorService()
  reports = await openErrorReports(service.dsn)
  const log = createLog('error', { reports, destination: { write: () => undefined } })
  server = await startTestServer({ log, reports })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await server.close()
  await reports.close()
  await service.close()
})

const common = { release: z.literal('1.0.0'), environment: z.literal('production') }
const event = z.object({
  ...common,
  tags: z.object({ request_id: z.string() }),
  exception: z.object({ values: z.array(z.object({ value: z.string() })) }),
  request: z.undefined().optional(),
  user: z.undefined().optional(),
})
const transaction = z.object({ ...common, transaction: z.string(), request: z.undefined().optional() })

test('an unforeseen error is reported with its request’s id, without what was sent; one request in ten is timed', async () => {
  const drawn = vi.spyOn(Math, 'random').mockReturnValue(0.05)
  await sql`ALTER TABLE memberships RENAME TO gone`.execute(server.database.db)
  const refused = await request(server.url, usersMe, { token: cast.manager.token })
  expect(refused.status).toBe(500)
  const told = event.parse(JSON.parse(await service.wait('event')))
  expect(told.tags.request_id).toBe(refused.headers.get('x-request-id'))
  expect(told.exception.values[0]?.value).toContain('memberships')
  const timed = transaction.parse(JSON.parse(await service.wait('transaction', usersMe.path)))
  expect(timed.transaction).toBe(`GET /api${usersMe.path}`)

  drawn.mockReturnValue(0.15)
  const before = service.received.length
  await request(server.url, usersMe, { token: cast.manager.token })
  await reports.close()
  const since = service.received
    .slice(before)
    .map(({ type }) => type)
    .filter((type) => type !== 'client_report')
  expect(since).toEqual(['event'])
  for (const { payload } of service.received) {
    expect(payload).not.toContain(cast.manager.token)
    expect(payload).not.toContain(cast.manager.email)
  }
})

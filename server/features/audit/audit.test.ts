import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { listAudit } from '#contract/audit.ts'
import { authToken, openMagicLink } from '#contract/auth.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const list = async (query: NonNullable<Sent<typeof listAudit>['query']>) =>
  (await request(server.url, listAudit, { token: cast.superuser.token, query })).answer.results
const signIn = (username: string, password: string) =>
  request(server.url, authToken, { body: { username, password } })

test('FACTS-security 54: signing in is on record: who, when, by which way and from where', async () => {
  await signIn(cast.manager.email, castPassword)
  const [entry] = await list({ action: 'sign_in', actor: cast.manager.userId })
  expect(entry).toMatchObject({
    reason: 'password',
    actor: { id: cast.manager.userId, email: cast.manager.email },
    subject: { id: cast.manager.userId },
    address: '127.0.0.1',
    client: null,
  })
})

test('FACTS-security 54: refusals are on record by a code, without what was typed', async () => {
  await signIn(cast.otherManager.email, 'a-typed-secret')
  await signIn('typed-secret@example.test', 'a-typed-secret')
  await request(server.url, openMagicLink, { params: { uid: 'nobody', token: 'typed-secret'.repeat(3) } })
  for (let tries = 0; tries < 14; tries += 1) await signIn(cast.admin.email, 'a-typed-secret')
  const entries = await list({ action: 'sign_in_refused', page_size: '100' })
  const reasons = entries.map(({ reason, subject }) => `${reason} ${subject?.email ?? ''}`)
  expect(reasons).toContain(`wrong_password ${cast.otherManager.email}`)
  expect(reasons).toContain('unknown_address ')
  expect(reasons).toContain('magic_link_invalid ')
  // A burst fills the record with its tries and one line for all that were one too many.
  expect(reasons.filter((reason) => reason === `wrong_password ${cast.admin.email}`)).toHaveLength(10)
  expect(reasons.filter((reason) => reason === 'too_many_requests ')).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toContain('typed-secret')
})

test('FACTS-security 54: an export is on record with its client', async () => {
  await request(server.url, resultsCsv, { token: cast.manager.token, params: { clientId: cast.anadolu } })
  const [entry] = await list({ action: 'export', client: cast.anadolu })
  expect(entry).toMatchObject({ actor: { id: cast.manager.userId }, client: { name: 'Anadolu Gıda A.Ş.' } })
  expect(await list({ action: 'export', client: cast.ege })).toEqual([])
})

test('entries are found by day, person and words', async () => {
  await signIn(cast.stranger.email, castPassword)
  const today = new Date().toISOString().slice(0, 10)
  const ofStranger = { subject: cast.stranger.userId }
  expect(await list({ ...ofStranger, from: today })).toHaveLength(1)
  expect(await list({ ...ofStranger, to: '2020-01-01' })).toEqual([])
  expect(await list({ search: 'stranger@example' })).toHaveLength(1)
  expect(await list({ search: '%' })).toEqual([])
})

test('FACTS-security 54: entries are only ever added', async () => {
  const { db } = server.database
  await signIn(cast.manager.email, castPassword)
  for (const change of [
    sql`UPDATE audit_entries SET reason = 'x'`,
    sql`DELETE FROM audit_entries`,
    sql`TRUNCATE audit_entries`,
  ])
    await expect(change.execute(db)).rejects.toThrow('audit entries are only ever added')
})

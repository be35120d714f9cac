import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignments } from '#contract/assignment-actions.ts'
import { resultsCsv } from '#contract/assignments.ts'
import { ledgerXlsx, peopleCsv, resultsXlsx } from '#contract/exports.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import { findOtherNames, forecastInvitation, inviteEmails } from '#contract/people.ts'
import { reportPdf } from '#contract/reports.ts'
import { slipsPdf, startSlipJob } from '#contract/slips.ts'
import { newId } from '#server/db/ids.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast
let scene: Scene

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  scene = await makeScene(server, cast)
})
afterAll(() => server.close())

/** Uses up the limit of this minute and the next. */
async function exhaust(what: string, clientId: string): Promise<void> {
  await sql`
    INSERT INTO throttles (key, window_start, count)
    SELECT ${`${what}:${clientId}`}, date_trunc('minute', now()) + n * interval '1 minute', 100000
    FROM generate_series(0, 1) n
    ON CONFLICT (key, window_start) DO UPDATE SET count = excluded.count`.execute(server.database.db)
}

test('SR-52: a client invites, assigns and takes its sheets and reports along at a pace, another one is not held up', async () => {
  const calls = {
    assignments: [createAssignments, cancelAssignments],
    forecasts: [forecastInvitation, findOtherNames],
    invitations: [invitePerson, inviteEmails, makeInvitationLink],
    sheets: [resultsCsv, resultsXlsx, peopleCsv, ledgerXlsx, slipsPdf, startSlipJob],
    reports: [reportPdf],
  } as const
  for (const [what, entries] of Object.entries(calls)) {
    await exhaust(what, scene.clientId)
    for (const entry of entries) {
      const { params, body } = inputOf(scene, entry.name)
      const sent = {
        token: cast.admin.token,
        params: Object(params),
        ...(body !== undefined && { body: Object(body) }),
      }
      const refused = await request(server.url, entry, sent)
      expect([entry.name, refused.code]).toEqual([entry.name, 'too_many_requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  const other = { token: cast.admin.token, params: { clientId: cast.ege } }
  expect((await request(server.url, peopleCsv, other)).status).toBe(200)
})

test('what is wrong with a body is said before what is wrong with the client', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const { userId, membershipId } = await addMember(db, clientId)
  await db.updateTable('clients').set({ status: 'suspended' }).where('id', '=', clientId).execute()
  const sent = { token: cast.admin.token, params: { clientId } }
  const right = { inventoryIds: [inventory(cast, 'ENGLISH')], dueDate: '2999-01-01', description: 'x' }
  const wrongs = [
    [{ inventoryIds: [newId()] }, 'inventoryIds'],
    [{ dueDate: '2020-01-01' }, 'dueDate'],
  ] as const
  const later = { prefer: 'respond-async' }
  const calls = [
    (wrong: object) =>
      request(server.url, createAssignments, { ...sent, body: { ...right, userIds: [userId], ...wrong } }),
    (wrong: object) =>
      request(server.url, invitePerson, {
        ...sent,
        body: { ...right, name: 'Ada', staffNumber: '1', ...wrong },
      }),
    (wrong: object) =>
      request(server.url, inviteEmails, { ...sent, body: { ...right, emails: ['a@example.com'], ...wrong } }),
    (wrong: object) =>
      request(server.url, inviteEmails, {
        ...sent,
        headers: later,
        body: { ...right, emails: ['a@example.com'], ...wrong },
      }),
  ]
  for (const call of calls) {
    for (const [wrong, field] of wrongs) {
      const refused = await call(wrong)
      expect([refused.status, Object.keys(Object(Object(refused.json).message))]).toEqual([400, [field]])
    }
    expect((await call({})).code).toBe('client_not_active')
  }
  const slips = (body: object) => request(server.url, slipsPdf, { ...sent, body })
  expect((await slips({})).status).toBe(400)
  expect((await slips({ membershipIds: [membershipId] })).code).toBe('client_not_active')
})

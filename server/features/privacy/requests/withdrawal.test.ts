import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPerson } from '#contract/memberships.ts'
import { checkIdentity, decideRequest, enterRequest, makeRequest } from '#contract/requests.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { enableSensitive, withdraw } from '#test/support/consenting.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db

/** Counts the calls that wait for a lock. */
const waiting = async () =>
  (
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      db(),
    )
  ).rows.length

/** Asks on the page that a link opened, and gets the desk's check and answer. */
async function withdrawAtDesk({ token }: Running) {
  const made = await request(server.url, makeRequest, { token, body: { kind: 'withdrawal' } })
  const params = { requestId: made.answer.id }
  const decide = () =>
    request(server.url, decideRequest, {
      token: cast.manager.token,
      params,
      body: { decision: 'accepted', reason: 'Talebiniz yerine getirildi.' },
    })
  expect((await decide()).code).toBe('identity_not_checked')
  await request(server.url, checkIdentity, {
    token: cast.manager.token,
    params,
    body: { way: 'document' },
  })
  const decided = await decide()
  expect(decided.status).toBe(200)
  return decided.answer
}

const consents = async ({ userId }: Running) =>
  (
    await sql<{ withdrawn: boolean }>`SELECT withdrawn_at IS NOT NULL AS withdrawn FROM consents
      WHERE user_id = ${userId} AND kind = 'explicit_consent'`.execute(db())
  ).rows.map(({ withdrawn }) => withdrawn)

const leftOut = async ({ assignmentId }: Running) =>
  (
    await sql<{
      left_out: string[]
    }>`SELECT left_out FROM attempts WHERE assignment_id = ${assignmentId}`.execute(db())
  ).rows[0]?.left_out

test('a desk withdraws what somebody agreed to who has no address, and does not learn what it was', async () => {
  const agreed = await addRunning(server, cast.anadolu, 'MYT')
  const declined = await addRunning(server, cast.anadolu, 'MYT', ['wellbeing'])
  const [one, other] = [await withdrawAtDesk(agreed), await withdrawAtDesk(declined)]
  expect(await consents(agreed)).toEqual([true])
  expect(await consents(declined)).toEqual([])
  expect(await leftOut(agreed)).toEqual(['psikolojik_durum'])
  const { rows } = await sql<{ actor_id: string | null; client_id: string | null }>`
    SELECT actor_id, client_id FROM audit_entries WHERE action = 'consent_withdrawn'
      AND subject_id = ${agreed.userId}`.execute(db())
  expect(rows).toEqual([{ actor_id: null, client_id: null }])
  const alike = ({ kind, decision, reason, answeredBy, test }: typeof one) => [
    ...[kind, decision, reason, answeredBy, test],
  ]
  expect(alike(one)).toEqual(alike(other))
})

test('a sensitive test ends with its consent, as when the person withdraws it', async () => {
  const person = await addRunning(server, cast.anadolu, 'SCL90')
  await withdrawAtDesk(person)
  const { rows } = await sql<{ end_reason: string; erased: boolean }>`
    SELECT end_reason, erased_at IS NOT NULL AS erased FROM assignments WHERE id = ${person.assignmentId}`.execute(
    db(),
  )
  expect(rows).toEqual([{ end_reason: 'consent_withdrawn', erased: true }])
})

test('accepting a withdrawal waits for who has the person before it takes the request, as an erasure does', async () => {
  const { token, membershipId } = await addRunning(server, cast.anadolu, 'MYT')
  const made = await request(server.url, makeRequest, { token, body: { kind: 'withdrawal' } })
  const params = { requestId: made.answer.id }
  const ofDesk = { token: cast.manager.token, params }
  await request(server.url, checkIdentity, { ...ofDesk, body: { way: 'document' } })
  const { deciding } = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`SELECT FROM memberships WHERE id = ${membershipId} FOR UPDATE`.execute(tx)
      const deciding = request(server.url, decideRequest, {
        ...ofDesk,
        body: { decision: 'accepted', reason: 'Talebiniz yerine getirildi.' },
      })
      await expect.poll(waiting).toBe(1)
      await sql`SELECT FROM person_requests WHERE id = ${params.requestId} FOR UPDATE NOWAIT`.execute(tx)
      return { deciding }
    })
  expect((await deciding).status).toBe(200)
})

test('mails of the desk that may lead to consents make the same links for who agreed to a part, declined it and withdrew it', async () => {
  const people = [
    await addRunning(server, cast.anadolu, 'MYT'),
    await addRunning(server, cast.anadolu, 'MYT', ['wellbeing']),
    await addRunning(server, cast.anadolu, 'MYT'),
  ] as const
  const [, , took] = people
  expect((await withdraw({ server }, took)).status).toBe(204)
  for (const { userId } of people) await makeKnown(db(), userId)
  const linkOf = async ({ membershipId }: Running) =>
    (
      await request(server.url, getPerson, {
        token: cast.manager.token,
        params: { clientId: cast.anadolu, membershipId },
      })
    ).answer.link
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const links: boolean[] = []
  for (const person of people) {
    expect(await linkOf(person)).toBeNull()
    await request(server.url, enterRequest, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        membershipId: person.membershipId,
        kind: 'rectification',
        channel: 'phone',
        receivedOn: yesterday,
      },
    })
    await server.runJobs()
    links.push((await linkOf(person)) !== null)
  }
  expect(links).toEqual([true, true, true])
})

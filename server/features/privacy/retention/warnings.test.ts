import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { getRetention } from '#contract/retention.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { addEnded, age, endsIn, letMonthPass } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { sendErasureAhead, warnOfErasure } from './jobs.ts'
import { eraseOver } from './retention.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await letMonthPass(db())
  // Until one test wants it.
  await sql`UPDATE users SET email_verified_at = NULL WHERE authority <> '{}'`.execute(db())
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

const subjectsTo = async (userId: string) => {
  await addJob(db(), warnOfErasure, {})
  await server.runJobs()
  return (await mailsTo(db(), `${userId}@example.com`)).map(({ subject }) => subject)
}
const some = (count: number) => expect.stringMatching(new RegExp(`: ${count} test`))

/** A client whose manager can be written to. */
async function managed() {
  const clientId = await addClient(db())
  const { userId } = await addMember(db(), clientId, { role: 'manager' })
  const verify = () =>
    db().updateTable('users').set({ email_verified_at: sql`now()` }).where('id', '=', userId).execute()
  return { clientId, userId, verify }
}

test('managers get a mail a month before, and what is erased by hand is in no run', async () => {
  const { clientId, userId, verify } = await managed()
  await verify()
  const soon = await addEnded(db(), clientId, { months: 6 })
  await endsIn(db(), soon.assignmentId, 31)
  expect(await subjectsTo(userId)).toEqual([some(1)])
  const params = { clientId, membershipId: soon.membershipId }
  await request(server.url, erasePerson, { token: token(), params, body: { confirm: 'ŞÜKRÜ İĞNECİ' } })
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toEqual([])
})

test('a mail that was missed comes later, with the tests of a week and each test once', async () => {
  const { clientId, userId, verify } = await managed()
  const tests = [await addEnded(db(), clientId, { months: 6 }), await addEnded(db(), clientId, { months: 6 })]
  const [missed = '', later = ''] = tests.map(({ assignmentId }) => assignmentId)
  await endsIn(db(), missed, 12)
  await endsIn(db(), later, 60)
  // Nobody could get a mail, so nothing is marked.
  expect(await subjectsTo(userId)).toEqual([])
  await verify()
  expect(await subjectsTo(userId)).toEqual([some(1)])
  expect(await subjectsTo(userId)).toHaveLength(1)
  // Within the week, but not soon: it goes with the next mail.
  await endsIn(db(), later, 36)
  expect(await subjectsTo(userId)).toHaveLength(1)
  await endsIn(db(), later, 30)
  expect(await subjectsTo(userId)).toEqual([some(1), some(1)])
  // Another end than the one in the mail.
  await endsIn(db(), missed, 9)
  expect(await subjectsTo(userId)).toEqual([some(1), some(1), some(1)])
})

/** Somebody without a test who joined six months ago, less so many days. */
async function addWithoutTest(clientId: string, days: number, role: 'candidate' | 'employee' = 'candidate') {
  const member = await addMember(db(), clientId, { role })
  await sql`UPDATE memberships SET joined_at = now() + make_interval(days => ${days}::int) - interval '6 months'
    WHERE id = ${member.membershipId}`.execute(db())
  return member
}

test('who has no test is announced, counted and listed before the clock erases them, and once', async () => {
  const { clientId, userId, verify } = await managed()
  await verify()
  const soon = await addWithoutTest(clientId, 20)
  const [later, stays] = [await addWithoutTest(clientId, 90), await addWithoutTest(clientId, 20, 'employee')]
  // Its test keeps them, and is announced itself.
  const tested = await addEnded(db(), clientId, { months: 2 })
  // Erased by an own, shorter period: their name is what is left.
  const over = await addEnded(db(), clientId, { months: 3 })
  await sql`UPDATE assignments SET erased_at = now() WHERE id = ${over.assignmentId}`.execute(db())
  const ofPeople = expect.stringMatching(/: 1 kişi/)
  expect(await subjectsTo(userId)).toEqual([ofPeople])
  expect(await subjectsTo(userId)).toHaveLength(1)
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.soon).toEqual({ tests: 0, scales: 0, people: 1 })
  const list = async (entry: typeof listCandidates | typeof listEmployees) =>
    (await request(server.url, entry, { token: token(), params: { clientId } })).answer.results
  const days = new Map(
    [...(await list(listCandidates)), ...(await list(listEmployees))].map((one) => [
      one.membershipId,
      one.keptUntil,
    ]),
  )
  const dayOf = async ({ membershipId }: { membershipId: string }) => {
    const { rows } = await sql<{ day: string }>`
      SELECT ((joined_at + interval '6 months') AT TIME ZONE 'Europe/Istanbul')::date::text AS day FROM memberships
      WHERE id = ${membershipId}`.execute(db())
    return rows[0]?.day
  }
  for (const one of [soon, later, over]) expect(days.get(one.membershipId)).toBe(await dayOf(one))
  expect([stays, tested].map(({ membershipId }) => days.get(membershipId))).toEqual([null, null])

  await age(db(), clientId, 2)
  expect(await eraseOver(db(), testSlipKey)).toMatchObject({ people: 1 })
  const { rows: erased } =
    await sql`SELECT id FROM memberships WHERE client_id = ${clientId} AND erased_at IS NOT NULL`.execute(
      db(),
    )
  expect(erased).toEqual([{ id: soon.membershipId }])
})

test('where no manager has a confirmed address the admins who have one get the mail, with the client’s name', async () => {
  const { clientId, userId } = await managed()
  await sql`UPDATE clients SET name = 'Bakır Ltd' WHERE id = ${clientId}`.execute(db())
  await addWithoutTest(clientId, 20)
  const toAdmin = async () =>
    (await mailsTo(db(), cast.admin.email)).filter(({ kind }) => kind === 'erasure_ahead')
  expect(await subjectsTo(userId)).toEqual([])
  expect(await toAdmin()).toEqual([])
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${cast.admin.userId}`.execute(db())
  expect(await subjectsTo(userId)).toEqual([])
  const [mail, ...others] = (await toAdmin()).filter(({ subject }) => subject.startsWith('Bakır Ltd'))
  expect(mail?.text).toContain('Bakır Ltd has no manager with a confirmed address')
  // Whichever organisation the admin has chosen last.
  expect(mail?.text).toContain(`/admin/clients/${clientId}`)
  expect(others).toEqual([])
})

test('an admin gets the mail also where a manager confirms their address before the mail goes out', async () => {
  const { clientId, verify } = await managed()
  await sql`UPDATE clients SET name = 'Kalay Ltd' WHERE id = ${clientId}`.execute(db())
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${cast.admin.userId}`.execute(db())
  await addJob(db(), sendErasureAhead, {
    ...({ clientId, userId: cast.admin.userId, role: 'operator' } as const),
    tests: 0,
    people: 1,
    first: new Date().toISOString(),
  })
  await verify()
  await server.runJobs()
  const told = await mailsTo(db(), cast.admin.email)
  expect(told.filter(({ subject }) => subject.startsWith('Kalay Ltd'))).toHaveLength(1)
})

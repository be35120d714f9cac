import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnConsents } from '#contract/consents.ts'
import { holdPerson, releasePerson } from '#contract/erasure.ts'
import { getOwnData } from '#contract/own-data.ts'
import { getOwnAssignment } from '#contract/participant.ts'
import type { Report } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { eraseOver } from '#server/features/privacy/retention/retention.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { consentEntries, enableSensitive, readReport, seen, withdraw } from '#test/support/consenting.ts'
import { age, erasedOf, letMonthPass } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, type Running, startTest, submit } from '#test/support/taking.ts'
import { subjectOf } from './erase.ts'
import { eraseAgain, marksOf } from './erasure-marks.ts'
import { archiveOlder } from './withdraw.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db

const waiting = async () =>
  (
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      db(),
    )
  ).rows.length

const scales = (categories: Report['categories']) => categories.flatMap((category) => category.scales)
const sensitive = 'psikolojik_durum'

/** A MYT that is answered whole, with its sensitive scale unless that is declined. */
async function doneWithScale(declined: readonly string[] = []) {
  const person = await addRunning(server, cast.anadolu, 'MYT', declined)
  const items = person.started.form.sections.flatMap((section) => section.items)
  const responses = Object.fromEntries(
    // Options come in another order for each person.
    items.map(({ id, type, options = [] }) => [
      id,
      type === 'numeric' ? 1 : (options.map((option) => option.id).toSorted()[0] ?? ''),
    ]),
  )
  const saved = await request(server.url, saveResponses, {
    token: person.started.attemptToken,
    body: { testId: person.started.testId, responses },
  })
  expect(saved.status).toBe(200)
  await submit(server, person)
  const read = async () => scales((await readReport({ server, cast }, person.assignmentId)).answer.categories)
  const answers = async () =>
    (
      await sql<{ count: number }>`SELECT count(*)::int AS count FROM responses r
        JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
        WHERE t.assignment_id = ${person.assignmentId}`.execute(db())
    ).rows[0]?.count ?? 0
  return { ...person, read, answers }
}

const provedSession = (userId: string) =>
  openSession(db(), { userId, invitationClientId: null, remembered: false, byPassword: true })

async function ownTest({ userId, assignmentId }: { userId: string; assignmentId: string }) {
  const { answer } = await request(server.url, getOwnData, { token: await provedSession(userId) })
  return answer.clients.flatMap(({ tests }) => tests).find(({ id }) => id === assignmentId)
}

/** The effects of withdrawing, as the page of consents shows them; null for texts that were only read. */
const withdrawals = async ({ token }: Running) =>
  (await request(server.url, listOwnConsents, { token })).answer.results.map(({ withdrawal }) => withdrawal)

test('the page of consents names what withdrawing erases: one scale, or the whole test', async () => {
  const scale = await withdrawals(await addRunning(server, cast.anadolu, 'MYT'))
  const name = 'Psikolojik durum ve dayanıklılık'
  expect(scale).toEqual(expect.arrayContaining([{ scales: [name], held: false }, null]))
  const whole = await withdrawals(await addRunning(server, cast.anadolu, 'SCL90'))
  expect(whole).toEqual(expect.arrayContaining([{ scales: [], held: false }, null]))
})

test('it names tests and scales in the language of its reader, and keeps the text that was shown', async () => {
  const { token } = await addRunning(server, cast.anadolu, 'MYT')
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const { results } = (await request(server.url, listOwnConsents, { token, headers })).answer
    const consent = results.find(({ withdrawal }) => withdrawal !== null)
    return [consent?.inventory.name, consent?.withdrawal?.scales, consent?.locale, consent?.notice.text]
  }
  const [, , ...shown] = await read('tr')
  expect(await read('tr')).toEqual([
    'MYT iş becerileri ve tutumları testi (örnek)',
    ['Psikolojik durum ve dayanıklılık'],
    ...shown,
  ])
  expect(await read('en')).toEqual([
    'MYT test of skills and attitudes at work (sample)',
    ['Well-being and resilience at work'],
    ...shown,
  ])
})

test('it says to the person that a legal hold keeps it, and not why', async () => {
  const person = await addRunning(server, cast.anadolu, 'MYT')
  const { release } = await withdrawnOnHold(person)
  const { text } = await request(server.url, listOwnConsents, { token: person.token })
  expect((await withdrawals(person)).map((one) => one?.held)).toContain(true)
  expect(text).not.toContain('Dava')
  await release()
})

/** The mark that the erasure of the scale leaves. */
const markOf = ({ assignmentId }: Running) => ({
  subject: subjectOf(testSlipKey, 'scale', cast.anadolu, assignmentId, sensitive).toString('base64'),
  ...({ client: cast.anadolu, reason: 'withdrawal' } as const),
})

/** The number of scales that a restore erases again by this mark. */
const eraseMarked = async (person: Running) => (await eraseAgain(db(), testSlipKey, [markOf(person)])).scales

/** Puts somebody on hold, and withdraws their consent twice: the second time changes nothing. */
async function withdrawnOnHold(person: Running) {
  const ofPerson = {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, membershipId: person.membershipId },
  }
  await request(server.url, holdPerson, { ...ofPerson, body: { reason: 'Dava' } })
  for (let times = 1; times <= 2; times += 1) expect((await withdraw({ server }, person)).status).toBe(204)
  const subject = Buffer.from(markOf(person).subject, 'base64')
  const counts = async () =>
    (await db().selectFrom('erasures').select('counts').where('subject', '=', subject).execute()).map(
      (row) => row.counts,
    )
  const release = async () => expect((await request(server.url, releasePerson, ofPerson)).status).toBe(204)
  return { again: () => eraseMarked(person), counts, release }
}

/** A test as earlier builds kept it: hidden as a whole, its answers where they had been. */
async function asBefore({ assignmentId }: Running) {
  await sql`
    INSERT INTO responses SELECT (jsonb_populate_recordset(NULL::responses, h.answers)).* FROM held_answers h
    JOIN attempts t ON t.id = h.attempt_id WHERE t.assignment_id = ${assignmentId}`.execute(db())
  await sql`UPDATE results r SET scores = h.scores FROM held_answers h WHERE h.attempt_id = r.attempt_id
    AND r.assignment_id = ${assignmentId}`.execute(db())
  await sql`DELETE FROM held_answers h USING attempts t WHERE t.id = h.attempt_id
    AND t.assignment_id = ${assignmentId}`.execute(db())
  await sql`UPDATE attempts SET left_out = '{}' WHERE assignment_id = ${assignmentId}`.execute(db())
  await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${assignmentId}`.execute(db())
}

/** A test as a backup of before the withdrawal has it. */
async function backBefore(person: Running) {
  await asBefore(person)
  await sql`UPDATE assignments SET restricted_at = NULL WHERE id = ${person.assignmentId}`.execute(db())
  await sql`UPDATE consents SET withdrawn_at = NULL WHERE assignment_id = ${person.assignmentId}`.execute(
    db(),
  )
}

test('who withdraws the consent for one scale has its answers erased, and everything else of the result is as before', async () => {
  const person = await doneWithScale()
  const [before, answered] = [await person.read(), await person.answers()]
  expect(before.find(({ key }) => key === sensitive)?.raw).not.toBeNull()
  for (let times = 1; times <= 2; times += 1) expect((await withdraw({ server }, person)).status).toBe(204)
  const after = await person.read()
  expect(after.find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true, raw: null })
  const others = (all: typeof after) =>
    all.filter(({ key }) => key !== sensitive).map(({ key, raw }) => [key, raw])
  expect(others(after)).toEqual(others(before))
  expect(await person.answers()).toBe(answered - 9)
  // Nothing of it is for the client's eyes: neither that it was given nor that it was withdrawn.
  expect((await seen({ server, cast }, person.assignmentId)).consentWithdrawn).toBeUndefined()
  const { rows } = await sql`SELECT FROM audit_entries WHERE action LIKE 'consent%' AND client_id IS NOT NULL
    AND details -> 'assignments' ? ${person.assignmentId}`.execute(db())
  expect(rows).toEqual([])
  expect(await consentEntries({ server }, person.assignmentId)).toEqual([
    'consent_given',
    'consent_withdrawn',
  ])
})

test('of a running test the questions of a withdrawn scale are asked no more', async () => {
  const person = await addRunning(server, cast.anadolu, 'MYT')
  expect((await withdraw({ server }, person)).status).toBe(204)
  const again = await startTest(server.url, person.token, person.assignmentId)
  const count = ({ form }: typeof again) => form.sections.flatMap(({ items }) => items).length
  expect(count(again)).toBe(count(person.started) - 9)
})

test('the person’s own data names a withdrawn scale with its consent, and not among what was never asked', async () => {
  const [withdrawn, declined] = [await doneWithScale(), await doneWithScale(['wellbeing'])]
  expect((await withdraw({ server }, withdrawn)).status).toBe(204)
  const test = await ownTest(withdrawn)
  expect(test?.notAsked).toEqual([])
  expect(test?.notices.map(({ id, withdrawnAt }) => [id, withdrawnAt !== null])).toEqual(
    expect.arrayContaining([['wellbeing', true]]),
  )
  expect((await ownTest(declined))?.notAsked).toHaveLength(1)
})

test('under a legal hold the scale alone is set aside: managers read what they would of somebody who declined', async () => {
  const [person, declined] = [await doneWithScale(), await doneWithScale(['wellbeing'])]
  const before = await person.answers()
  const ownBefore = (await ownTest(person))?.result
  const { release } = await withdrawnOnHold(person)

  const shown = async (one: Pick<Running, 'assignmentId' | 'token'>) => {
    const [{ answer }, row] = [
      await readReport({ server, cast }, one.assignmentId),
      await seen({ server, cast }, one.assignmentId),
    ]
    const { categories, answered, itemCount, validity, showsSensitive } = answer
    const { token } = one
    const params = { assignmentId: one.assignmentId }
    const { answered: own, itemCount: ownItems } = (
      await request(server.url, getOwnAssignment, { token, params })
    ).answer
    const { report: summary, reportable, erased, consentWithdrawn, lateAnswers, progress } = row
    return [
      { categories, answered, itemCount, validity, showsSensitive },
      { summary, reportable, erased, consentWithdrawn, lateAnswers, progress },
      { own, ownItems },
    ]
  }
  const hidden = await shown(person)
  expect(hidden).toEqual(await shown(declined))
  expect((await person.read()).find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true })

  // Answers that a legal claim may need stay as they were, and only the person can read them.
  const test = await ownTest(person)
  expect(test).toMatchObject({ notAsked: [], scalesKeptUntil: null })
  expect(test?.ground).toContain('yasal saklama bitene kadar')
  expect([test?.answers.length, test?.result?.answered]).toEqual([before, before])
  expect(test?.result?.scores).toEqual(ownBefore?.scores)
  const kept = async () =>
    (await db().selectFrom('held_answers').selectAll().where('client_id', '=', cast.anadolu).execute()).map(
      ({ answers, scores }) => [Object(answers).length, Object(scores).scales.at(-1).raw !== null],
    )
  expect([await person.answers(), await kept()]).toEqual([before - 9, [[9, true]]])
  await release()
  expect([await person.answers(), await kept()]).toEqual([before - 9, []])
  expect(await shown(person)).toEqual(hidden)
  expect(await marksOf(db())).toContainEqual(markOf(person))
})

test('a running test goes on without the scale under a hold, and where a restore sets it aside again', async () => {
  const person = await addRunning(server, cast.anadolu, 'MYT')
  const asked = async () => {
    const { form } = await startTest(server.url, person.token, person.assignmentId)
    return form.sections.flatMap(({ items }) => items).length
  }
  const whole = await asked()
  const { release } = await withdrawnOnHold(person)
  expect(await asked()).toBe(whole - 9)
  const marks = await marksOf(db())
  await backBefore(person)
  expect(await asked()).toBe(whole)
  expect((await eraseAgain(db(), testSlipKey, marks)).restricted).toBe(1)
  expect(await asked()).toBe(whole - 9)
  await release()
})

test('a scale that a restored backup brought back is erased again', async () => {
  const person = await doneWithScale()
  const before = await person.answers()
  expect([await eraseMarked(person), await eraseMarked(person)]).toEqual([1, 0])
  expect((await person.read()).find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true })
  expect(await person.answers()).toBe(before - 9)
})

test('of a scale that was erased since, what a hold kept apart in the backup goes too, with a mark of how much', async () => {
  const person = await doneWithScale()
  const { again, counts } = await withdrawnOnHold(person)
  expect([await again(), await again()]).toEqual([1, 0])
  expect(await db().selectFrom('held_answers').selectAll().execute()).toEqual([])
  expect(await counts()).toEqual([{ responses: 9 }])
})

test('of a scale that was set aside under a hold, a restore sets the same aside again', async () => {
  const person = await doneWithScale()
  const before = await person.answers()
  await withdrawnOnHold(person)
  const [after, marks] = [await person.read(), await marksOf(db())]
  await backBefore(person)
  expect((await person.read()).find(({ key }) => key === sensitive)?.raw).not.toBeNull()
  const again = async () => (await eraseAgain(db(), testSlipKey, marks)).restricted
  expect([await again(), await again()]).toEqual([1, 0])
  expect([await person.read(), await person.answers()]).toEqual([after, before - 9])
  expect((await ownTest(person))?.answers).toHaveLength(before)
})

test('so it is where the scale had no answer yet, and where an earlier build hid the whole test', async () => {
  const unanswered = await withdrawnOnHold(await addRunning(server, cast.anadolu, 'MYT'))
  expect([await unanswered.again(), await unanswered.again()]).toEqual([1, 0])
  expect(await unanswered.counts()).toEqual([{ responses: 0 }])

  const person = await doneWithScale()
  const hidden = await withdrawnOnHold(person)
  await asBefore(person)
  expect([await hidden.again(), await hidden.again()]).toEqual([1, 0])
  expect(await hidden.counts()).toEqual([{ responses: 9 }])
  expect((await person.read()).find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true })
})

test('a test that an earlier build hid for one scale is shown again without it, once', async () => {
  const [person, whole] = [await doneWithScale(), await addRunning(server, cast.anadolu, 'SCL90')]
  const before = await person.answers()
  const [{ release }] = [await withdrawnOnHold(person), await withdrawnOnHold(whole)]
  const after = await person.read()
  await asBefore(person)
  expect([await archiveOlder(db()), await archiveOlder(db())]).toEqual([1, 0])
  expect([await person.read(), await person.answers()]).toEqual([after, before - 9])
  expect((await ownTest(person))?.answers).toHaveLength(before)
  const restricted = await db()
    .selectFrom('assignments')
    .select('id')
    .where('restricted_at', 'is not', null)
    .execute()
  expect(restricted).toEqual([{ id: whole.assignmentId }])
  await release()
  expect((await ownTest(person))?.answers).toHaveLength(before - 9)
})

test('the end of a hold waits for who has the test, before it touches what was set aside', async () => {
  const person = await doneWithScale()
  const { release } = await withdrawnOnHold(person)
  const released = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`SELECT FROM attempts WHERE assignment_id = ${person.assignmentId} FOR UPDATE`.execute(tx)
      const releasing = release()
      await expect.poll(waiting).toBe(1)
      await sql`SELECT FROM held_answers WHERE client_id = ${cast.anadolu} FOR UPDATE NOWAIT`.execute(tx)
      return { releasing }
    })
  await released.releasing
})

test('what a restore set aside where no hold is any more is erased at the end of the sensitive period', async () => {
  const person = await doneWithScale()
  await withdrawnOnHold(person)
  const marks = await marksOf(db())
  // A backup of before the hold and the withdrawal.
  await backBefore(person)
  await sql`UPDATE memberships SET held_at = NULL, held_by = NULL, hold_reason = '', role = 'employee'
    WHERE id = ${person.membershipId}`.execute(db())
  expect((await eraseAgain(db(), testSlipKey, marks)).restricted).toBe(1)
  const kept = async () =>
    (
      await sql`SELECT FROM held_answers h JOIN attempts t ON t.client_id = h.client_id AND t.id = h.attempt_id
        WHERE t.assignment_id = ${person.assignmentId}`.execute(db())
    ).rows.length
  expect(await kept()).toBe(1)
  await letMonthPass(db())
  await age(db(), cast.anadolu, 7)
  await eraseOver(db(), testSlipKey)
  expect([await kept(), await erasedOf(db(), person)]).toEqual([0, 'kept'])
})

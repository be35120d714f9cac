import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { feedbackPdf, getFeedback, listFeedbackTests, setFeedback } from '#contract/feedback.ts'
import { listOwnAssignments, submitAttempt } from '#contract/participant.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { enableSensitive } from '#test/support/consenting.ts'
import { mailsTo } from '#test/support/mails.ts'
import { mailOf, type OwnDataScene, startOwnData } from '#test/support/own-data.ts'
import { addRunning, type Running, submit } from '#test/support/taking.ts'

let where: OwnDataScene
beforeAll(async () => {
  where = await startOwnData()
})
afterAll(() => where.server.close())

const url = () => where.server.url
const choose = (
  code: string,
  on: boolean,
  { token = where.cast.manager.token, clientId = where.cast.anadolu } = {},
) =>
  request(url(), setFeedback, {
    token,
    params: { clientId, inventoryId: inventory(where.cast, code) },
    body: { on },
  })
const listed = (token = where.cast.manager.token, clientId = where.cast.anadolu) =>
  request(url(), listFeedbackTests, { token, params: { clientId } })
const open = (assignmentId: string, token: string) =>
  request(url(), getFeedback, { token, params: { assignmentId } })
const entries = async (assignmentId: string) =>
  (
    await sql<{ reason: string; subject: string; client_id: string }>`
      SELECT reason, subject_id AS subject, client_id FROM audit_entries
      WHERE action = 'feedback_read' AND details -> 'assignments' ? ${assignmentId} ORDER BY id`.execute(
      where.db,
    )
  ).rows
const readyMails = async ({ userId }: Pick<Running, 'userId'>) => {
  await where.server.runJobs()
  return (await mailsTo(where.db, mailOf(userId))).filter(({ kind }) => kind === 'feedback_ready')
}

/** Somebody who answered and finished a test in the session of a mailed link, which shows their result. */
async function finish(code = 'AYT'): Promise<Running> {
  const running = await addRunning(where.server, where.cast.anadolu, code)
  const { started, choices, assignmentId } = running
  const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options[1] ?? '']))
  const body = { epoch: started.epoch, responses }
  const { status } = await request(url(), submitAttempt, {
    token: started.attemptToken,
    params: { assignmentId },
    body,
  })
  expect(status).toBe(200)
  return running
}
/** A result whose answers count as usable: the tests answer within a second. */
async function usable(code = 'AYT'): Promise<Running> {
  const running = await finish(code)
  await sql`UPDATE results SET scores = jsonb_set(scores, '{validity}', '{"confidence": "high", "rules": []}')
    WHERE assignment_id = ${running.assignmentId}`.execute(where.db)
  return running
}

async function erase({ membershipId }: Running): Promise<void> {
  const { name } = await where.db
    .selectFrom('memberships')
    .select('name')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const params = { clientId: where.cast.anadolu, membershipId }
  const { status, text } = await request(url(), erasePerson, {
    token: where.cast.admin.token,
    params,
    body: { confirm: name },
  })
  expect(status, text).toBe(204)
}

describe('a client', () => {
  test('switches feedback on for a test, which is on record once, and lists no sensitive test', async () => {
    const { answer } = await listed()
    expect(answer.map(({ inventory: { code }, on, report }) => [code, on, report]).sort()).toEqual([
      ['AYT', false, true],
      ['ENGLISH', false, true],
      ['MYT', false, false],
    ])
    expect((await choose('MYT', true)).answer).toMatchObject({ on: true, report: false })
    await choose('MYT', true)
    expect((await choose('MYT', false)).answer.on).toBe(false)
    const { rows } = await sql<{ reason: string }>`
      SELECT reason FROM audit_entries WHERE action = 'feedback_changed' ORDER BY id`.execute(where.db)
    expect(rows.map(({ reason }) => reason)).toEqual(['set', 'ended'])
    expect((await choose('AYT', true, { token: where.cast.otherManager.token })).code).toBe('not_found')
  })

  test('can’t switch it on for a sensitive test', async () => {
    expect((await choose('SCL90', true)).code).toBe('feedback_sensitive')
  })
})

describe('feedback', () => {
  test('is read by the person alone, while it is on, and each reading is on record and in their own data', async () => {
    const running = await usable()
    const { assignmentId, token, userId } = running
    expect((await open(assignmentId, token)).code).toBe('feedback_off')
    await choose('AYT', true)
    const { answer, text } = await open(assignmentId, token)
    expect(answer.parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['strengths', 'sure', 'not']))
    expect(text).not.toMatch(/percentile|"T"|sem|confidence/)
    const pdf = await request(url(), feedbackPdf, { token, params: { assignmentId }, query: { lang: 'tr' } })
    expect(pdf.status).toBe(200)
    expect(await pdfText(pdf.bytes)).toContain('Bu ne değildir?')
    for (const other of [where.cast.manager.token, where.cast.admin.token, (await finish()).token])
      expect((await open(assignmentId, other)).status).toBe(404)
    expect(await entries(assignmentId)).toEqual(
      ['json', 'pdf'].map((reason) => ({ reason, subject: userId, client_id: where.cast.anadolu })),
    )
    const evidence = await request(url(), evidenceJson, {
      token: where.cast.manager.token,
      params: { clientId: where.cast.anadolu },
    })
    expect(evidence.text.match(/\\*"way\\*":\s*\\*"feedback/g)).toHaveLength(2)
    await where.prove(token, mailOf(userId))
    const own = (await where.read(token)).answer
    expect(own.record.filter(({ action }) => action === 'feedback_read')).toHaveLength(2)
    const [kept] = own.clients[0]?.tests ?? []
    // Beside the scores, never in place of them (decision 0082).
    expect(kept?.feedback?.map(({ kind }) => kind)).toContain('not')
    expect(kept?.result?.scores.length).toBeGreaterThan(3)
    await choose('AYT', false)
    expect((await open(assignmentId, token)).code).toBe('feedback_off')
    expect((await where.read(token)).answer.clients[0]?.tests[0]).toMatchObject({ feedback: null })
  })

  test('needs a code in a session that somebody else may have', async () => {
    await choose('AYT', true)
    const { assignmentId, userId } = await usable()
    const slip = await openSession(where.db, {
      userId,
      invitationClientId: where.cast.anadolu,
      remembered: false,
    })
    expect((await open(assignmentId, slip)).code).toBe('identity_needed')
    expect(await entries(assignmentId)).toEqual([])
    await where.verify(userId)
    await where.prove(slip, mailOf(userId))
    expect((await open(assignmentId, slip)).status).toBe(200)
  })

  test('is offered in the person’s list while it is on', async () => {
    const { assignmentId, token } = await finish('MYT')
    const own = async () =>
      (await request(url(), listOwnAssignments, { token })).answer.results.find(
        ({ id }) => id === assignmentId,
      )
    expect(await own()).toMatchObject({ reportVisible: false })
    expect((await own())?.feedback).toBeUndefined()
    await choose('MYT', true)
    expect(await own()).toMatchObject({ reportVisible: false, feedback: true })
    // The tests answer within a second, which no person could: there is no result to speak of.
    const { answer } = await open(assignmentId, token)
    expect(answer.parts.map(({ kind }) => kind)).toEqual(['unusable', 'not'])
    await choose('MYT', false)
  })

  test('is gone at once when the person is erased, and while a legal hold keeps what was withdrawn', async () => {
    await choose('AYT', true)
    const erased = await usable()
    await erase(erased)
    const held = await usable()
    await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${held.assignmentId}`.execute(where.db)
    expect((await open(held.assignmentId, held.token)).code).toBe('report_restricted')
    const own = await request(url(), listOwnAssignments, { token: held.token })
    expect(own.answer.results[0]?.feedback).toBeUndefined()
    expect((await open(erased.assignmentId, erased.token)).status).toBe(401)
  })

  test('on a sensitive test does not exist, also where a row says so', async () => {
    await enableSensitive(where)
    const { assignmentId, token } = await finish('SCL90')
    await sql`INSERT INTO feedback_tests VALUES (${where.cast.anadolu}, ${inventory(where.cast, 'SCL90')})`.execute(
      where.db,
    )
    expect((await open(assignmentId, token)).code).toBe('feedback_off')
    await sql`DELETE FROM feedback_tests WHERE inventory_id = ${inventory(where.cast, 'SCL90')}`.execute(
      where.db,
    )
  })
})

describe('the mail', () => {
  test('goes out once, for results from then on, and says nothing of them', async () => {
    await choose('AYT', false)
    const before = await finish()
    await choose('AYT', true)
    const running = await finish()
    await submit(where.server, running)
    expect(await readyMails(before)).toEqual([])
    const [mail, ...more] = await readyMails(running)
    expect(more).toEqual([])
    expect(mail?.links).toHaveLength(1)
    expect(mail?.links[0]).toContain(`/participant/assignments/${running.assignmentId}/result`)
    expect(mail?.text).not.toMatch(/strongest|clear|words/)
  })

  test('goes to nobody who is erased, whose result is withheld, or after feedback was switched off', async () => {
    await choose('AYT', true)
    const [erased, held, late] = [await finish(), await finish(), await finish()]
    await erase(erased)
    await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${held.assignmentId}`.execute(where.db)
    expect(await readyMails(erased)).toEqual([])
    expect(await readyMails(held)).toEqual([])
    expect(await readyMails(late)).toHaveLength(1)
    const off = await finish()
    await choose('AYT', false)
    expect(await readyMails(off)).toEqual([])
  })
})

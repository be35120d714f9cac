import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import { submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { fromBase64url, lineOf, readRescueFile, toBase64url } from '#contract/rescueFile.ts'
import { importRescue, type Rescued } from '#contract/rescues.ts'
import { saveResponses } from '#contract/responses.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { receiptOf } from '#server/features/delivery/attempts/saving/receipts.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { sealed, tampered, unsent } from '#test/support/rescue.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, pass, type Running, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const take = (code = 'ENGLISH') => addRunning(server, cast.anadolu, code)

/** Answers to the first items, by their number. */
const answers = ({ choices }: Running, seqs: readonly number[], at?: Date) =>
  Object.fromEntries(
    seqs.map((seq) => [
      choices[seq]?.id ?? '',
      { value: choices[seq]?.options[0] ?? '', seq, ...(at && { at: at.toISOString() }) },
    ]),
  )

const bring = (testId: string, rescue: string, token = cast.manager.token) =>
  request(server.url, importRescue, { token, params: { testId }, body: { rescue } })

const bringUnsent = async (running: Running, content: Rescued) =>
  bring(running.started.testId, await sealed(running.started, content))

const stored = ({ assignmentId }: Running) =>
  server.database.db
    .selectFrom('responses as response')
    .innerJoin('attempts as attempt', 'attempt.id', 'response.attempt_id')
    .select(['item_id', 'response.epoch', 'seq', 'value', 'late', 'answered_at', 'stored_at'])
    .where('attempt.assignment_id', '=', assignmentId)
    .orderBy('item_id')
    .orderBy('late')
    .execute()

const save = ({ started }: Running, responses: ReturnType<typeof answers>) =>
  request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, epoch: started.epoch, responses },
  })

const over = async (running: Running) => {
  await pass(server, running, 24 * 3600)
  await closeTimedOut(server.database.db)
}

describe('answers that a device could not send', () => {
  test('are stored as they were given, and once, however often they are brought', async () => {
    const running = await take()
    const at = new Date(Date.now() - 60_000)
    const content = unsent(running.started, answers(running, [1, 2, 3], at))
    const { answer } = await bringUnsent(running, content)
    expect(answer).toMatchObject({ stored: 3, late: 0, already: 0, refused: 0, handedIn: false })
    expect(answer.assignment).toMatchObject({ id: running.assignmentId, progress: { answered: 3 } })
    const rows = await stored(running)
    expect(rows).toMatchObject([1, 2, 3].map((seq) => ({ seq, epoch: 1, late: false, answered_at: at })))
    expect((await bringUnsent(running, content)).answer).toMatchObject({ stored: 0, already: 3 })
    expect(await stored(running)).toEqual(rows)
    // The device has a line again: what it sends is there.
    const { data } = (await save(running, answers(running, [1, 2, 3]))).answer
    expect([data.saved.length, data.superseded]).toEqual([3, []])
    expect(await stored(running)).toEqual(rows)
  })

  test('never replace a newer answer, and are recorded with who brought them', async () => {
    const running = await take()
    const [item = ''] = Object.keys(answers(running, [1]))
    const [, newer = ''] = running.choices[1]?.options ?? []
    await save(running, { [item]: { value: newer, seq: 9 } })
    const { answer } = await bringUnsent(running, unsent(running.started, answers(running, [1, 2])))
    expect(answer).toMatchObject({ stored: 1, already: 1 })
    expect((await stored(running)).find((row) => row.item_id === item)).toMatchObject({
      value: newer,
      seq: 9,
    })
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'client_id', 'details'])
      .where('action', '=', 'answers_rescued')
      .where('subject_id', '=', running.userId)
      .execute()
    const details = {
      code: 'ENGLISH',
      assignmentId: running.assignmentId,
      quantity: 1,
      late: 0,
      handedIn: false,
    }
    expect(entries).toEqual([{ actor_id: cast.manager.userId, client_id: cast.anadolu, details }])
  })

  test('are brought by an admin, too, after the session and the token of the device are gone', async () => {
    const running = await take()
    await server.database.db.deleteFrom('attempt_tokens').where('client_id', '=', cast.anadolu).execute()
    const rescue = await sealed(running.started, unsent(running.started, answers(running, [1])))
    const { answer } = await bring(running.started.testId, rescue, cast.admin.token)
    expect(answer.stored).toBe(1)
  })

  test('leave out what fits no question, which nobody can answer again', async () => {
    const running = await take()
    const wrong = {
      nothing: { value: 'a', seq: 7 },
      [running.choices[1]?.id ?? '']: { value: 'zzz', seq: 8 },
    }
    const content = unsent(running.started, { ...wrong, ...answers(running, [2]) })
    expect((await bringUnsent(running, content)).answer).toMatchObject({ stored: 1, refused: 2 })
  })
})

describe('brought after the limit', () => {
  test('they are late, with when they were given, and count once a manager accepts them', async () => {
    const running = await take()
    const params = { assignmentId: running.assignmentId }
    const token = cast.manager.token
    await save(running, answers(running, [1]))
    const given = new Date()
    await over(running)
    // Long after a token would have ended.
    await sql`UPDATE attempts SET closed_at = closed_at - interval '30 days', deadline = deadline - interval '30 days',
      started_at = started_at - interval '30 days' WHERE assignment_id = ${running.assignmentId}`.execute(
      server.database.db,
    )
    const early = new Date(given.getTime() - 40 * 86_400_000)
    const content = unsent(running.started, {
      ...answers(running, [1, 2], given),
      ...answers(running, [3], early),
    })
    const { answer } = await bringUnsent(running, content)
    expect(answer).toMatchObject({ stored: 2, late: 2, already: 1, assignment: { lateAnswers: 2 } })
    expect((await bringUnsent(running, content)).answer).toMatchObject({ stored: 0, late: 0, already: 3 })
    const listed = await request(server.url, listLateAnswers, { token, params })
    expect(listed.answer.answers.map(({ inTime }) => inTime)).toEqual([false, true])
    const answered = async () => (await request(server.url, getReport, { token, params })).answer.answered
    expect(await answered()).toBe(1)
    await request(server.url, acceptLateAnswers, { token, params })
    expect(await answered()).toBe(3)
  })

  test('they count where the server had received them in time, by its receipt', async () => {
    const running = await take()
    const { testId, attemptToken, epoch } = running.started
    const arrived = new Date(Date.now() - 5000)
    const receipt = (seqs: readonly number[], token: string) => {
      const responses = answers(running, seqs)
      const sent = { testId, epoch, responses, token }
      return { ...receiptOf(testSlipKey, sent, arrived), epoch, responses }
    }
    await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${running.assignmentId}`.execute(
      server.database.db,
    )
    await closeTimedOut(server.database.db)
    const list = [receipt([1, 2], attemptToken), receipt([3], 'att_of-somebody-else')]
    const content = unsent(running.started, answers(running, [1, 2, 3]), {
      receipts: { token: attemptToken, list },
    })
    expect((await bringUnsent(running, content)).answer).toMatchObject({ stored: 3, late: 1 })
    expect((await stored(running)).map(({ late }) => late).sort()).toEqual([false, false, true])
  })
})

describe('of a test that the person had handed in', () => {
  test('they hand it in, and the device gets the same receipt', async () => {
    const running = await take()
    const content = unsent(running.started, answers(running, [1, 2]), { handedIn: true })
    const { answer } = await bringUnsent(running, content)
    expect(answer).toMatchObject({ stored: 2, handedIn: true, assignment: { status: 'completed' } })
    expect((await bringUnsent(running, content)).answer).toMatchObject({
      stored: 0,
      already: 2,
      handedIn: true,
    })
    const params = { assignmentId: running.assignmentId }
    const again = await request(server.url, submitAttempt, {
      token: running.started.attemptToken,
      params,
      body: { epoch: 1, responses: answers(running, [1, 2]) },
    })
    expect(again.answer.receipt).toMatch(/^TRZ-/)
    const { answer: report } = await request(server.url, getReport, { token: cast.manager.token, params })
    expect(report.answered).toBe(2)
  })

  test('they do not end it where somebody has opened it again since', async () => {
    const running = await take()
    const content = unsent(running.started, answers(running, [1]), { handedIn: true })
    await startTest(server.url, running.token, running.assignmentId)
    expect((await bringUnsent(running, content)).answer).toMatchObject({ stored: 1, handedIn: false })
  })

  test('elsewhere and without them, they come too late', async () => {
    const running = await take()
    await save(running, answers(running, [1]))
    await submit(server, running)
    const rows = await stored(running)
    const there = await bringUnsent(running, unsent(running.started, answers(running, [1])))
    expect(there.answer).toMatchObject({ stored: 0, already: 1, handedIn: true })
    const more = await bringUnsent(running, unsent(running.started, answers(running, [1, 2])))
    expect([more.status, more.code]).toEqual([409, 'attempt_submitted'])
    expect(await stored(running)).toEqual(rows)
  })

  test('and that was cancelled, nothing is stored', async () => {
    const running = await take()
    await sql`UPDATE attempts SET closed_by = 'cancelled', closed_at = now() WHERE assignment_id = ${running.assignmentId}`.execute(
      server.database.db,
    )
    const refused = await bringUnsent(running, unsent(running.started, answers(running, [1])))
    expect(refused.code).toBe('assignment_closed')
    expect(await stored(running)).toEqual([])
  })
})

describe('SR-24, SR-59: a rescue', () => {
  test('of any answers is read from its file, and refused with any byte of it changed', async () => {
    const running = await take()
    const { started, choices } = running
    const queue = fc.uniqueArray(fc.record({ item: fc.nat(40), seq: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: 30,
      selector: ({ item }) => item,
    })
    const property = fc.asyncProperty(queue, fc.nat(), async (given, at) => {
      const content = unsent(
        started,
        Object.fromEntries(
          given.map(({ item, seq }) => [
            choices[item]?.id ?? '',
            { value: choices[item]?.options[0] ?? '', seq },
          ]),
        ),
      )
      const rescue = await sealed(started, content)
      const broken = await bring(started.testId, tampered(rescue, at))
      expect([broken.status, broken.code]).toEqual([400, 'rescue_damaged'])
      const read = readRescueFile(lineOf(fromBase64url(rescue)))
      const brought = await bring(read?.testId ?? '', read?.rescue ?? '')
      const { stored: now, already } = brought.answer
      expect(now + already).toBe(given.length)
    })
    await fc.assert(property, { numRuns: 25, seed: Number(process.env.FUZZ_SEED ?? 42) })
  })

  test('of another attempt is refused, whichever attempt it is said to be of', async () => {
    const [mine, other] = [await take(), await take()]
    const rescue = await sealed(mine.started, unsent(mine.started, answers(mine, [1])))
    expect((await bring(other.started.testId, rescue)).code).toBe('rescue_damaged')
    const bytes = fromBase64url(rescue)
    bytes.set(fromBase64url(other.started.testId), 1)
    expect((await bring(other.started.testId, toBase64url(bytes))).code).toBe('rescue_damaged')
    // The key of one attempt makes nothing for another.
    const forged = await sealed(
      { testId: other.started.testId, rescueKey: mine.started.rescueKey },
      unsent(mine.started, answers(mine, [1])),
    )
    expect((await bring(other.started.testId, forged)).code).toBe('rescue_damaged')
    expect([...(await stored(mine)), ...(await stored(other))]).toEqual([])
  })

  test('of another client does not exist for a manager', async () => {
    const running = await addRunning(server, cast.ege, 'ENGLISH')
    const refused = await bringUnsent(running, unsent(running.started, answers(running, [1])))
    expect([refused.status, refused.code]).toEqual([404, 'not_found'])
    expect(await stored(running)).toEqual([])
  })

  test('has a key that differs from attempt to attempt, and stays the same when a test is opened again', async () => {
    const [mine, other] = [await take(), await take()]
    const again = await startTest(server.url, mine.token, mine.assignmentId)
    expect(again.rescueKey).toBe(mine.started.rescueKey)
    expect(other.started.rescueKey).not.toBe(mine.started.rescueKey)
    expect(fromBase64url(again.rescueKey)).toHaveLength(32)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAssignment } from '#contract/assignments.ts'
import {
  getOwnAssignment,
  refuseConsent,
  startAttempt,
  startSection,
  submitAttempt,
} from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { authorizeClient } from '#server/authority/client.ts'
import { newId } from '#server/db/ids.ts'
import { assign } from '#server/features/assignments/assign.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, startTest, type Taker } from '#test/support/taking.ts'
import { closeTimedOut } from './closing/close.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const save = (running: Running, item: number, seq: number, option = 0) =>
  request(server.url, saveResponses, {
    token: running.started.attemptToken,
    body: {
      testId: running.started.testId,
      epoch: 1,
      responses: {
        [running.choices[item]?.id ?? '']: { value: running.choices[item]?.options[option] ?? '', seq },
      },
    },
  })
const submit = (running: Running, at = server) =>
  request(at.url, submitAttempt, {
    token: running.started.attemptToken,
    params: { assignmentId: running.assignmentId },
    body: {},
  })
const own = (taker: Taker, assignmentId: string) =>
  request(server.url, getOwnAssignment, { token: taker.token, params: { assignmentId } })
const seen = (assignmentId: string) =>
  request(server.url, getAssignment, { token: cast.manager.token, params: { assignmentId } })
const setAttempt = (assignmentId: string, change: object) =>
  server.database.db.updateTable('attempts').set(change).where('assignment_id', '=', assignmentId).execute()
const minuteAgo = sql<Date>`now() - interval '1 minute'`
const resultsOf = (assignmentId: string) =>
  server.database.db.selectFrom('results').selectAll().where('assignment_id', '=', assignmentId).execute()

/** An assignment that was paid for, as an invitation makes it. */
async function paidAssignment(code: string): Promise<Taker & { assignmentId: string }> {
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const caller = {
    userId: cast.admin.userId,
    name: 'x',
    locale: 'en' as const,
    authority: ['admin' as const],
    readerAt: [],
    invitationClientId: null,
    proved: false,
    provedContact: false,
    mailed: false,
    sessionId: newId(),
    tokenHash: Buffer.alloc(32),
    key: null,
  }
  const client = await authorizeClient(db, caller, cast.anadolu)
  await db.transaction().execute((tx) =>
    assign(tx, client, {
      people: [taker],
      inventoryIds: [inventory(cast, code)],
      dueDate: null,
      description: '',
      locale: 'tr',
      createdBy: cast.admin.userId,
    }),
  )
  const found = await db
    .selectFrom('assignments')
    .select('id')
    .where('user_id', '=', taker.userId)
    .executeTakeFirstOrThrow()
  return { ...taker, assignmentId: found.id }
}
const entriesOf = async (assignmentId: string) => {
  const rows = await server.database.db
    .selectFrom('quota_entries')
    .select(['kind', 'quantity', 'reason'])
    .where('assignment_id', '=', assignmentId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, quantity, reason }) => `${kind} ${quantity} ${reason}`.trim())
}

describe('the start of a test', () => {
  test('SR-51, SR-55: waits for every notice, and records which version was accepted when', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(server.database.db, cast.anadolu, taker, { code: 'SCL90' })
    const start = (accepted: string[]) =>
      request(server.url, startAttempt, { token: taker.token, params: { assignmentId }, body: { accepted } })
    const first = await start([])
    expect([first.status, first.code, Object(first.json).missing]).toEqual([
      409,
      'consent_required',
      ['information', 'consent'],
    ])
    expect(Object((await start(['information', 'something else'])).json).missing).toEqual(['consent'])
    const nothing = await server.database.db
      .selectFrom('consents')
      .selectAll()
      .where('assignment_id', '=', assignmentId)
      .execute()
    expect(nothing).toEqual([])
    expect((await own(taker, assignmentId)).answer).toMatchObject({ startedAt: null, status: 'pending' })

    expect((await start(['information', 'consent'])).status).toBe(200)
    const { notices } = (await own(taker, assignmentId)).answer
    expect(notices.map(({ id, kind, version }) => [id, kind, version])).toEqual([
      ['information', 'information', 3],
      ['consent', 'explicit_consent', 3],
    ])
    for (const { acceptedAt } of notices) expect(acceptedAt).not.toBeNull()
    // A consent that was given is not asked for again.
    expect((await start([])).answer.epoch).toBe(2)
  })

  test('opens one attempt however many devices start at once, each with an epoch of its own', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const started = await Promise.all(
      [server, second, server, second, server].map(({ url }) => startTest(url, taker.token, assignmentId)),
    )
    expect(started.map(({ epoch }) => epoch).sort()).toEqual([1, 2, 3, 4, 5])
    expect(new Set(started.map(({ testId, deadline }) => `${testId} ${deadline}`)).size).toBe(1)
    expect(new Set(started.map(({ attemptToken }) => attemptToken)).size).toBe(5)
  })

  test('racing with the submit of another device ends in order, and never in a failure', async () => {
    for (let round = 0; round < 15; round += 1) {
      const running = await addRunning(server, cast.anadolu, 'ENGLISH')
      const start = (at: TestServer) =>
        request(at.url, startAttempt, {
          token: running.token,
          params: { assignmentId: running.assignmentId },
          body: { accepted: ['information'] },
        })
      const [submitted, ...starts] = await Promise.all([
        submit(running),
        start(server),
        start(second),
        start(second),
      ])
      expect(submitted.status).toBe(200)
      for (const one of starts) expect([undefined, 'attempt_submitted']).toContain(one.code)
    }
  })

  test('SR-27: gives a form that contains no key, weight or scale', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const shown = JSON.stringify(running.started.form.sections.map((section) => section.items))
    expect(shown).not.toMatch(/"(key|weight|scale|scales|correct|score|credit)"/)
  })
})

describe('a refused consent', () => {
  test('is "not taken": the unit goes back, and the test cannot be started any more', async () => {
    const taken = await paidAssignment('SCL90')
    const { token, assignmentId } = taken
    expect((await request(server.url, refuseConsent, { token, params: { assignmentId } })).status).toBe(204)
    expect(await entriesOf(assignmentId)).toEqual(['assignment -1', 'return 1 not_taken'])
    // Managers read the ledger: it doesn't say that the person themselves ended the test.
    const back = server.database.db
      .selectFrom('quota_entries')
      .select('created_by')
      .where('kind', '=', 'return')
    expect(await back.where('assignment_id', '=', assignmentId).execute()).toEqual([{ created_by: null }])
    expect((await seen(assignmentId)).answer).toMatchObject({
      status: 'cancelled',
      reportable: false,
      report: null,
      startedAt: null,
    })
    const start = await request(server.url, startAttempt, {
      token,
      params: { assignmentId },
      body: { accepted: ['information', 'consent'] },
    })
    expect(start.code).toBe('assignment_closed')
    expect(
      (await request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })).code,
    ).toBe('report_not_ready')
  })

  test('comes too late once the test runs', async () => {
    const running = await addRunning(server, cast.anadolu, 'SCL90')
    const refused = await request(server.url, refuseConsent, {
      token: running.token,
      params: { assignmentId: running.assignmentId },
    })
    expect(refused.code).toBe('assignment_closed')
  })
})

describe('an answer after the limit', () => {
  test('SR-51: is stored beside the timely one, is shown as late and does not count', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    await save(running, 0, 1)
    await setAttempt(running.assignmentId, { deadline: minuteAgo })
    const late = await save(running, 0, 2, 1)
    const other = await save(running, 1, 3)
    expect([late, other].map(({ answer: { data } }) => data.late.length)).toEqual([1, 1])
    // An answer acknowledged in time is not late when it is sent again.
    const again = await save(running, 0, 1)
    expect(again.answer.data).toMatchObject({ late: [], superseded: [] })

    expect((await submit(running)).status).toBe(200)
    const [result] = await resultsOf(running.assignmentId)
    expect(Object(result?.scores).totals).toMatchObject({ answered: 1 })
    expect((await seen(running.assignmentId)).answer).toMatchObject({ lateAnswers: 2, status: 'completed' })
  })

  test('still arrives for seven days after the clock closed the attempt, and is never scored', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    await save(running, 0, 1)
    await setAttempt(running.assignmentId, { deadline: minuteAgo })
    await Promise.all([closeTimedOut(server.database.db), closeTimedOut(server.database.db)])
    const [before] = await resultsOf(running.assignmentId)
    expect((await save(running, 1, 2)).answer.data.late).toHaveLength(1)
    const [receipt, same] = [await submit(running), await submit(running, second)]
    expect(receipt.answer).toEqual(same.answer)
    expect(await resultsOf(running.assignmentId)).toEqual([before])

    await setAttempt(running.assignmentId, { closed_at: sql`now() - interval '8 days'` })
    expect((await save(running, 2, 3)).status).toBe(401)
    const bySession = await request(server.url, saveResponses, {
      token: running.token,
      body: {
        testId: running.started.testId,
        responses: { [running.choices[2]?.id ?? '']: running.choices[2]?.options[0] ?? '' },
      },
    })
    expect([bySession.status, bySession.code]).toEqual([409, 'assignment_closed'])
  })

  test('opens no new epoch: the start closes what is over', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    await setAttempt(running.assignmentId, { deadline: minuteAgo })
    const { assignmentId, token } = running
    const start = await request(server.url, startAttempt, { token, params: { assignmentId }, body: {} })
    expect(start.code).toBe('assignment_closed')
    expect((await seen(assignmentId)).answer.status).toBe('completed')
    expect(await resultsOf(assignmentId)).toHaveLength(1)
  })
})

test('submits that arrive at once, each with its last answers, all get the one receipt', async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const [first] = running.choices
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      request((at % 2 === 0 ? server : second).url, submitAttempt, {
        token: running.started.attemptToken,
        params: { assignmentId: running.assignmentId },
        body: { epoch: 1, responses: { [first?.id ?? '']: { value: first?.options[0] ?? '', seq: 1 } } },
      }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((answer) => answer.answer.receipt)).size).toBe(1)
})

test('a report names the language in which most answers were given, not the one opened last', async () => {
  const running = await addRunning(server, cast.anadolu, 'AYT')
  const { assignmentId, token } = running
  const params = { assignmentId }
  const reopened = await request(server.url, startAttempt, { token, params, body: { locale: 'en' } })
  expect(reopened.answer.epoch).toBe(2)
  await save(running, 0, 1)
  await save(running, 1, 2)
  const once = { [running.choices[2]?.id ?? '']: { value: running.choices[2]?.options[0] ?? '', seq: 3 } }
  await request(server.url, saveResponses, {
    token: reopened.answer.attemptToken,
    body: { testId: running.started.testId, epoch: 2, responses: once },
  })
  await submit(running)
  const { answer } = await request(server.url, getReport, { token: cast.manager.token, params })
  expect(answer.testLocale).toBe('tr')
})

describe('what is over', () => {
  test('is closed once and scored once, by either process', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    await save(running, 0, 1)
    await setAttempt(running.assignmentId, { deadline: minuteAgo })
    const { db } = server.database
    const [, , one, other] = await Promise.all([
      closeTimedOut(db),
      closeTimedOut(db),
      submit(running),
      submit(running, second),
    ])
    expect(one.answer).toEqual(other.answer)
    expect(await resultsOf(running.assignmentId)).toHaveLength(1)
    expect(await closeTimedOut(db)).toBe(0)
  })

  test('and unstarted expires and gives its unit back once', async () => {
    const { assignmentId, token } = await paidAssignment('ENGLISH')
    const { db } = server.database
    await db
      .updateTable('assignments')
      .set({ due_date: '2020-01-01' })
      .where('id', '=', assignmentId)
      .execute()
    // Nobody starts it in the minute before the clock comes round.
    const start = await request(server.url, startAttempt, {
      token,
      params: { assignmentId },
      body: { accepted: ['information'] },
    })
    expect(start.code).toBe('assignment_closed')
    await Promise.all([expireOverdue(db), expireOverdue(db), expireOverdue(db)])
    expect(await entriesOf(assignmentId)).toEqual(['assignment -1', 'return 1 past_due'])
    expect((await seen(assignmentId)).answer.status).toBe('expired')
  })

  test('but started and untimed is scored as it is, without a unit back', async () => {
    const { assignmentId, ...taker } = await paidAssignment('SCL90')
    const started = await startTest(server.url, taker.token, assignmentId)
    const { db } = server.database
    await db
      .updateTable('assignments')
      .set({ due_date: '2020-01-01' })
      .where('id', '=', assignmentId)
      .execute()
    await Promise.all([expireOverdue(db), expireOverdue(db)])
    expect(await entriesOf(assignmentId)).toEqual(['assignment -1'])
    expect((await seen(assignmentId)).answer.status).toBe('completed')
    expect(await resultsOf(assignmentId)).toHaveLength(1)
    const submitted = await request(server.url, submitAttempt, {
      token: started.attemptToken,
      params: { assignmentId },
      body: {},
    })
    expect(submitted.answer.receipt).toMatch(/^TRZ-/)
  })

  test('is not a timed test that still has its own time', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const { db } = server.database
    await db
      .updateTable('assignments')
      .set({ due_date: '2020-01-01' })
      .where('id', '=', running.assignmentId)
      .execute()
    await expireOverdue(db)
    expect((await save(running, 0, 1)).answer.data.late).toEqual([])
    expect((await own(running, running.assignmentId)).answer.status).toBe('pending')
  })
})

test('a section that does not exist is not there, and one without a limit has no deadline', async () => {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const start = (sectionId: string) =>
    request(server.url, startSection, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId },
    })
  expect((await start('nothing')).code).toBe('not_found')
  expect((await start('a1')).answer.deadline).toBeNull()
  await submit(running)
  expect((await start('a1')).code).toBe('attempt_submitted')
})

test('a missing assignment and one of somebody else get the same answer', async () => {
  const [mine, yours] = [
    await addRunning(server, cast.anadolu, 'ENGLISH'),
    await addRunning(server, cast.ege, 'ENGLISH'),
  ]
  const shape = async (assignmentId: string) => {
    const { json } = await request(server.url, getOwnAssignment, {
      token: mine.token,
      params: { assignmentId },
    })
    return { ...Object(json), requestId: '' }
  }
  expect(await shape(yours.assignmentId)).toEqual(await shape(newId()))
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment, resultsCsv } from '#contract/assignments.ts'
import { openSlipCode } from '#contract/auth.ts'
import { liveBoard, reportPresence } from '#contract/board.ts'
import { withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { acceptLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import { getOwnAssignment, listOwnAssignments, startAttempt, submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { sensitiveScales } from '#scoring/form/left-out.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { currentVersions, getVersion, type Version } from '#server/features/inventories/versions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'
import { closeTimedOut } from './closing/close.ts'

let server: TestServer
let cast: Cast
let myt: Version

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  const found = (await currentVersions(server.database.db)).find(
    ({ definition }) => definition.code === 'MYT',
  )
  if (found === undefined) throw new Error('MYT is not there')
  myt = found
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
})
afterAll(() => server.close())

const open = () =>
  myt.definition.sections
    .flatMap(({ items }) => items.map(({ id }) => id))
    .filter((id) => !myt.sensitiveItems.has(id))
const sensitive = () => [...myt.sensitiveItems]

function answerOf(id: string) {
  const item = myt.items.get(id)
  if (item?.type === 'numeric') return 1
  const set = item && 'options' in item ? item.options : undefined
  return set?.[0] ?? (item && 'optionSet' in item && item.optionSet === 'same_different' ? 'same' : '1')
}

/** Somebody who takes MYT and agrees to its sensitive scale, or declines. */
async function taker(agrees: boolean) {
  const { token, ...member } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'MYT' })
  const params = { assignmentId }
  const notices = agrees ? ['information', 'wellbeing'] : ['information']
  const { answer: started } = await request(server.url, startAttempt, {
    token,
    params,
    body: { accepted: notices, declined: agrees ? [] : ['wellbeing'] },
  })
  /** The same open questions for both, faster than anybody reads; who agreed answers the sensitive ones too. */
  const save = async (ids: readonly string[]) => {
    const all = agrees ? [...ids, ...sensitive()] : ids
    const responses = Object.fromEntries(
      all.map((id, at) => [id, { value: answerOf(id), seq: at + 1, elapsedMs: 40 }]),
    )
    const body = { testId: started.testId, responses }
    return (await request(server.url, saveResponses, { token: started.attemptToken, body })).status
  }
  const sign = (itemId: string) =>
    request(server.url, reportPresence, { token: started.attemptToken, params, body: { itemId, unsent: 0 } })
  const closeLate = async () => {
    await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${assignmentId}`.execute(
      server.database.db,
    )
    await closeTimedOut(server.database.db)
  }
  return { ...member, token, assignmentId, params, testId: started.testId, save, sign, closeLate }
}

/** All numbers of questions that somebody who is not a reader of the scale sees of an assignment. */
async function told(assignmentId: string) {
  const as = { token: cast.admin.token, params: { assignmentId } }
  const { progress, lateAnswers } = (await request(server.url, getAssignment, as)).answer
  const board = await request(server.url, liveBoard, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu },
  })
  const row = board.answer.rows.find((one) => one.assignmentId === assignmentId)
  const late = (await request(server.url, listLateAnswers, as)).answer.answers
  const report = await request(server.url, getReport, as)
  const csv = await request(server.url, resultsCsv, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu },
    query: { assignment: assignmentId },
    headers: { 'accept-language': 'tr' },
  })
  const { answered, itemCount, lateAnswers: count } = report.status === 200 ? report.answer : {}
  return {
    progress,
    lateAnswers,
    board: row && [row.answered, row.total, row.item, row.section],
    late: late.map(({ itemId, number, section }) => [itemId, number, section]),
    report: [answered, itemCount, count],
    exported: csv.text.trim().split('\r\n')[1]?.split(';').slice(8, 10),
  }
}

test('who agreed to a sensitive scale and who declined have the same numbers of questions everywhere', async () => {
  const people = [await taker(true), await taker(false)] as const
  const [agreeing, declining] = people
  for (const person of people) {
    expect(await person.save(open().slice(0, 40))).toBe(200)
    await person.sign('t009')
  }
  const [running] = [await told(agreeing.assignmentId), await told(declining.assignmentId)]
  expect(running.progress).toEqual({ answered: 40, total: myt.openItemCount })
  expect(running).toEqual(await told(declining.assignmentId))

  for (const person of people) {
    await person.closeLate()
    expect(await person.save([])).toBe(200)
  }
  // Late answers to sensitive questions alone are not offered to anybody.
  const accept = ({ assignmentId }: typeof agreeing) =>
    request(server.url, acceptLateAnswers, { token: cast.manager.token, params: { assignmentId } })
  expect([(await accept(agreeing)).code, (await accept(declining)).code]).toEqual([
    'no_late_answers',
    'no_late_answers',
  ])
  const [beyond] = [open().slice(-3)]
  for (const person of people) expect(await person.save(beyond)).toBe(200)
  const closed = await told(agreeing.assignmentId)
  expect(closed.late.map(([itemId]) => itemId)).toEqual(beyond)
  expect(closed.report).toEqual([
    40,
    myt.openItemCount,
    { count: 3, inTime: 0, accepted: false, undecided: 0 },
  ])
  expect(closed).toEqual(await told(declining.assignmentId))
})

test('what a report notes of how a test was taken is the same for who agreed to a sensitive scale and who declined', async () => {
  const people = [await taker(true), await taker(false), await taker(true)] as const
  const [agreeing, declining, took] = people
  // The order of the questions is the person's own; all of them were fast.
  for (const person of people) {
    expect(await person.save(open())).toBe(200)
    await request(server.url, submitAttempt, { token: person.token, params: person.params, body: {} })
  }
  const { token, params } = took
  expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
  const noted = async (assignmentId: string) =>
    (await request(server.url, getReport, { token: cast.admin.token, params: { assignmentId } })).answer
      .signals
  const signals = await noted(declining.assignmentId)
  expect(signals?.fast?.count).toBeGreaterThan(50)
  expect(await noted(agreeing.assignmentId)).toEqual(signals)
  expect(await noted(took.assignmentId)).toEqual(signals)
})

test('a slip does not tell who declined a sensitive scale: it opens alike, and shows the same numbers once the test is over', async () => {
  const people = [await taker(true), await taker(false)] as const
  const [agreeing, declining] = people
  const slipOf = async ({ userId }: typeof agreeing) => {
    const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
    const expiresAt = new Date(Date.now() + 3_600_000)
    const slip = { ...link, expiresAt, handedOver: true, slipKey: testSlipKey } as const
    const { code } = await createLink(server.database.db, slip)
    return async () => {
      const opened = await request(server.url, openSlipCode, { body: { code: code ?? '' } })
      const { token } = Object(opened.json)
      const { results } = (await request(server.url, listOwnAssignments, { token })).answer
      return [opened.status, opened.code, results.map(({ answered, itemCount }) => [answered, itemCount])]
    }
  }
  const slips = [await slipOf(agreeing), await slipOf(declining)]
  const opened = () => Promise.all(slips.map((open) => open()))
  for (const { save } of people) expect(await save(open().slice(0, 40))).toBe(200)
  const own = async ({ token, params }: typeof agreeing) => {
    const { answered, itemCount } = (await request(server.url, getOwnAssignment, { token, params })).answer
    return [answered, itemCount]
  }
  // Under way everybody has their own length.
  expect([await own(agreeing), await own(declining)]).toEqual([
    [40 + myt.sensitiveItems.size, myt.itemCount],
    [40, myt.openItemCount],
  ])
  for (const { token, params } of people)
    await request(server.url, submitAttempt, { token, params, body: {} })
  const alike = [200, undefined, [[40, myt.openItemCount]]]
  expect(await opened()).toEqual([alike, alike])
  // Eight days after the clock closed them no answer is waited for.
  for (const { assignmentId } of people)
    await sql`UPDATE attempts SET closed_by = 'time', closed_at = now() - interval '8 days'
      WHERE assignment_id = ${assignmentId}`.execute(server.database.db)
  expect(await opened()).toEqual([alike, alike])
  const { token, params } = agreeing
  expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
  expect(await opened()).toEqual([alike, alike])
})

test('somebody with a slip does not learn from a withdrawal who agreed, who declined, and who took it back', async () => {
  const people = [await taker(true), await taker(false), await taker(true)] as const
  const [, , took] = people
  expect(
    (await request(server.url, withdrawConsent, { token: took.token, params: took.params })).status,
  ).toBe(204)
  const asked = await Promise.all(
    people.map(async ({ userId, params }) => {
      const opened = { userId, invitationClientId: cast.anadolu, remembered: false }
      const token = await openSession(server.database.db, opened)
      return (await request(server.url, withdrawConsent, { token, params })).code
    }),
  )
  expect(asked).toEqual(['identity_needed', 'identity_needed', 'identity_needed'])
})

test('once a test is over, saving tells somebody with a slip nothing of who was asked', async () => {
  const [item = ''] = sensitive()
  const over = {
    submitted: async ({ token, params }: Awaited<ReturnType<typeof taker>>) => {
      await request(server.url, submitAttempt, { token, params, body: {} })
    },
    timedOut: ({ closeLate }: Awaited<ReturnType<typeof taker>>) => closeLate(),
  }
  for (const [how, end] of Object.entries(over)) {
    const people = [await taker(true), await taker(false), await taker(true)] as const
    const [, , took] = people
    // People who agreed also have an answer in time, which is newer than the late one.
    for (const { save } of people) expect(await save(open().slice(0, 3))).toBe(200)
    for (const person of people) await end(person)
    const { token, params } = took
    expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
    const tried = async ({ userId, testId }: (typeof people)[number], seq: number) => {
      const opened = { userId, invitationClientId: cast.anadolu, remembered: false }
      const body = { testId, epoch: 1, responses: { [item]: { value: answerOf(item), seq } } }
      const session = await openSession(server.database.db, opened)
      const { status, code, json } = await request(server.url, saveResponses, { token: session, body })
      const { saved, late, superseded } = Object(Object(json).data)
      return { status, code, saved, late, superseded }
    }
    const expected =
      how === 'submitted'
        ? { status: 409, code: 'attempt_submitted' }
        : { status: 200, code: undefined, saved: [item], late: [], superseded: [] }
    for (const seq of [1, 900, 1])
      for (const person of people) expect(await tried(person, seq)).toEqual(expected)
  }
})

test('a running test’s period begins alike with answers to a sensitive scale, without, and after they were withdrawn', async () => {
  const people = [await taker(true), await taker(false)] as const
  const [agreeing, declining] = people
  for (const { save, assignmentId } of people) {
    expect(await save(open().slice(0, 3))).toBe(200)
    const attempt = sql`(SELECT id FROM attempts WHERE assignment_id = ${assignmentId})`
    const { db } = server.database
    await sql`UPDATE assignments SET created_at = now() - interval '30 days', opens_at = NULL, due_date = NULL
      WHERE id = ${assignmentId}`.execute(db)
    await sql`UPDATE attempts SET started_at = now() - interval '20 days' WHERE id = ${attempt}`.execute(db)
    await sql`UPDATE attempt_tokens SET created_at = now() - interval '20 days' WHERE attempt_id = ${attempt}`.execute(
      db,
    )
    await sql`UPDATE responses SET stored_at = now() - interval '9 days'
      WHERE attempt_id = ${attempt} AND item_id = ANY (${open()}::text[])`.execute(db)
  }
  const daysAgo = async ({ assignmentId }: typeof agreeing) => {
    const { rows } = await sql<{ days: number }>`
      SELECT extract(days FROM now() - kept_from(${cast.anadolu}, ${assignmentId}))::int AS days`.execute(
      server.database.db,
    )
    return rows[0]?.days
  }
  expect([await daysAgo(agreeing), await daysAgo(declining)]).toEqual([9, 9])
  const { token, params } = agreeing
  expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
  expect(await daysAgo(agreeing)).toBe(9)
})

test('whether a result counts for its group does not depend on answers to a sensitive scale', async () => {
  const counts = async (agrees: boolean, answers: number, { withdraws = false } = {}) => {
    const { save, token, params, userId } = await taker(agrees)
    expect(await save(open().slice(0, answers))).toBe(200)
    await request(server.url, submitAttempt, { token, params, body: {} })
    if (withdraws) expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
    const { rows } = await sql<{ compared: boolean }>`
      SELECT results > 0 AS compared FROM group_people WHERE user_id = ${userId} AND group_name = ''`.execute(
      server.database.db,
    )
    return rows[0]?.compared ?? false
  }
  // A fifth of the 153 open questions is 31. Counting all 173, 26 and the nine sensitive answers were enough.
  for (const [answers, expected] of [
    [10, false],
    [30, false],
    [31, true],
  ] as const)
    expect([
      await counts(true, answers),
      await counts(true, answers, { withdraws: true }),
      await counts(false, answers),
    ]).toEqual([expected, expected, expected])
})

test('of a sensitive test its readers alone see which questions were answered late', async () => {
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') },
    body: {
      legalBasis: 'Açık rıza',
      purpose: 'İş sağlığı',
      recipientIds: [cast.manager.userId],
      forCandidates: true,
      candidatesConfirmed: true,
    },
  })
  const { token, ...member } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'SCL90' })
  const params = { assignmentId }
  const { answer: started } = await request(server.url, startAttempt, {
    token,
    params,
    body: { accepted: ['information', 'consent'] },
  })
  await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${assignmentId}`.execute(
    server.database.db,
  )
  await closeTimedOut(server.database.db)
  const [item] = started.form.sections.flatMap(({ items }) => items)
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } },
  })
  const seenBy = async (reader: string) =>
    (await request(server.url, listLateAnswers, { token: reader, params })).answer.answers.length
  expect([await seenBy(cast.manager.token), await seenBy(cast.admin.token)]).toEqual([1, 0])
})

test('the database and the server agree on what is sensitive of each version', async () => {
  const { rows } = await sql<{ id: string; scales: string[]; items: string[] }>`
    SELECT id, sensitive_scales AS scales, sensitive_items AS items FROM inventory_versions`.execute(
    server.database.db,
  )
  for (const { id, scales, items } of rows) {
    const version = await getVersion(server.database.db, id)
    expect(new Set(items)).toEqual(version.sensitiveItems)
    expect(scales).toEqual(sensitiveScales(version.definition).toSorted())
  }
  expect(rows.filter(({ items }) => items.length > 0)).not.toEqual([])
  const forced = (loads: Record<string, string>, id: string) => ({ id, type: 'forced_choice', loads })
  const definition = {
    scales: [
      { key: 'a', kind: 'forced_choice', sensitive: true },
      { key: 'b', kind: 'forced_choice' },
      { key: 'c', kind: 'likert_sum', items: ['c1', 'c2'], sensitive: true },
      { key: 'd', kind: 'likert_sum', items: ['c2', 'd1'] },
    ],
    sections: [{ items: [forced({ x: 'a', y: 'a' }, 'f1'), forced({ x: 'a', y: 'b' }, 'f2')] }],
  }
  const { rows: made } = await sql<{ items: string[] }>`
    SELECT sensitive_items_of(${JSON.stringify(definition)}::jsonb) AS items`.execute(server.database.db)
  expect(made).toEqual([{ items: ['c1', 'f1'] }])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment } from '#contract/assignments.ts'
import { acceptLateAnswers } from '#contract/late-answers.ts'
import { getOwnAssignment, submitAttempt } from '#contract/participant.ts'
import { type ResponseValue, saveResponses } from '#contract/responses.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { findResult } from '#server/features/delivery/results/queries.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { itemTypesInventory } from '#test/e2e/item-types/inventory.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await publishVersion(server.database.db, itemTypesInventory())
})
afterAll(() => server.close())

/** Somebody in the middle of a test with gaps: what saves their answers, and how many of them are counted where. */
async function running() {
  const { assignmentId, token, started } = await addRunning(server, cast.anadolu, 'KINDS')
  const params = { assignmentId }
  const save = async (responses: Record<string, ResponseValue>) => {
    const body = { testId: started.testId, responses }
    const { answer } = await request(server.url, saveResponses, { token: started.attemptToken, body })
    expect(answer.data.saved.toSorted()).toEqual(Object.keys(responses).toSorted())
  }
  const counts = async () => {
    const own = await request(server.url, getOwnAssignment, { token, params })
    const { answer } = await request(server.url, getAssignment, { token: cast.manager.token, params })
    return { own: own.answer.answered, listed: answer.progress.answered, late: answer.lateAnswers }
  }
  const submit = () => request(server.url, submitAttempt, { token: started.attemptToken, params, body: {} })
  return { assignmentId, params, save, counts, submit }
}

// White space that keyboards and copied texts leave behind.
const spaces = ' \u00a0\u2003'

test('gaps with nothing but spaces in them are blank wherever answers are counted', async () => {
  const { assignmentId, save, counts, submit } = await running()
  await save({ k11: { city: spaces, number: ' ' } })
  expect(await counts()).toEqual({ own: 0, listed: 0, late: 0 })
  await save({ k1: 'a', k11: { city: spaces, number: '5' }, k7: [], k10: '', k8: {} })
  expect(await counts()).toEqual({ own: 2, listed: 2, late: 0 })
  await save({ k11: { city: spaces } })
  await submit()
  expect(await counts()).toEqual({ own: 1, listed: 1, late: 0 })
  const result = await findResult(server.database.db, { clientId: cast.anadolu, assignmentId })
  expect(Object(result?.scores).totals).toMatchObject({ answered: 1, omitted: 12 })
})

test('a late blank where nothing was answered in time is nothing to decide about', async () => {
  const { assignmentId, params, save, counts } = await running()
  const decide = () => request(server.url, acceptLateAnswers, { token: cast.manager.token, params })
  await save({ k1: 'a', k2: 'yes' })
  const { db } = server.database
  await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${assignmentId}`.execute(
    db,
  )
  await closeTimedOut(db)
  await save({ k11: { city: spaces }, k10: '' })
  expect(await counts()).toEqual({ own: 2, listed: 2, late: 0 })
  expect((await decide()).code).toBe('no_late_answers')
  await save({ k3: ['a'], k11: { city: 'Ankara' } })
  expect((await counts()).late).toBe(2)
  expect((await decide()).answer).toMatchObject({ lateAnswers: 2, lateDecision: 'accepted' })
  expect(await counts()).toEqual({ own: 4, listed: 4, late: 2 })
})

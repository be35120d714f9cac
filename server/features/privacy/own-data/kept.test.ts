import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOwnData, ownDataPdf } from '#contract/own-data.ts'
import { enterByDayCode } from '#contract/tablets.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { deliver, delivery, minutes, scene, startOffline } from '#test/support/offline.ts'
import { startTest } from '#test/support/taking.ts'

let where: Awaited<ReturnType<typeof startOffline>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

async function ownSession(assignmentId: string): Promise<string> {
  const { db } = where.server.database
  const { user_id: userId } = await db
    .selectFrom('assignments')
    .select('user_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  return openSession(db, { userId, invitationClientId: null, remembered: false, byPassword: true })
}

test('what a second tablet has kept of a test is there in words, with its tablet and times, and nobody counts it', async () => {
  const one = await scene(where, { tablets: 2 })
  const [first, second] = one.tablets
  // Starting with a connection may draw other questions than the tablet without one has shown.
  const { token } = (
    await request(where.server.url, enterByDayCode, { token: first?.token, body: { code: one.code } })
  ).answer
  const assignmentId = one.mine?.assignmentId ?? ''
  await startTest(where.server.url, token, assignmentId)
  const all = one.questions.map((_, at) => minutes(at) / 10)
  const body = delivery(one, { answeredAt: all, elapsedMs: minutes(20), submittedAfterMs: minutes(19) })
  const [{ id: firstItem, option: firstOption } = { id: '', option: '' }] = one.questions
  const responses = {
    ...body.responses,
    [firstItem]: { value: firstOption, seq: 1, at: '2026-03-01T09:00:00.000Z', elapsedMs: 4200 },
  }
  expect((await deliver(where, second?.token ?? '', { ...body, responses })).answer.outcome).toBe('kept')

  const own = await ownSession(assignmentId)
  const { answer } = await request(where.server.url, getOwnData, { token: own })
  const [shown] = answer.clients.flatMap(({ tests }) => tests)
  expect([shown?.answers, shown?.conduct?.tablet]).toEqual([
    [],
    { name: 'Tablet 1', room: '', offline: false },
  ])
  const [kept, ...others] = shown?.keptAttempts ?? []
  expect(others).toEqual([])
  expect(kept).toMatchObject({ tablet: { name: 'Tablet 2', room: '' }, submitted: true })
  expect(Date.parse(kept?.receivedAt ?? '') - Date.parse(kept?.startedAt ?? '')).toBe(minutes(20))
  expect(kept?.answers.map(({ itemId, value }) => [itemId, value])).toEqual(
    one.questions.map(({ id, option }) => [id, option]),
  )
  const shownItems = one.form?.sections.flatMap(({ items }) => items.map((name) => one.content.items[name]))
  const prompts = new Map(shownItems?.map((item) => [item?.id, item?.prompt]))
  for (const { itemId, question, answer: words } of kept?.answers ?? [])
    expect([question, words.length]).toEqual([prompts.get(itemId), 1])
  expect(kept?.answers[0]).toMatchObject({ answeredAt: '2026-03-01T09:00:00.000Z', seconds: 4.2 })
  expect(kept?.answers[1]).toMatchObject({ answeredAt: null, seconds: null })

  const { bytes } = await request(where.server.url, ownDataPdf, { token: own, query: { lang: 'tr' } })
  const words = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
  for (const said of ['Saklanan test', 'Tablet 2', 'sayılmadı']) expect(words).toContain(said)
})

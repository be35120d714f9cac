import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment, resultsCsv } from '#contract/assignments.ts'
import { liveBoard } from '#contract/board.ts'
import { updateClient } from '#contract/clients.ts'
import { disableInventory, enableInventory } from '#contract/enablements.ts'
import { getOwnAssignment, refuseConsent, startAttempt, submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { currentVersions, type Version } from '#server/features/inventories/versions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, type Started, startTest } from '#test/support/taking.ts'
import { leaveOut } from './leave-out.ts'

const scale = 'psikolojik_durum'
const consent = 'wellbeing'

let server: TestServer
let cast: Cast
let myt: Version

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  myt = await current()
})
afterAll(() => server.close())

async function current(): Promise<Version> {
  const found = (await currentVersions(server.database.db)).find(
    ({ definition }) => definition.code === 'MYT',
  )
  if (found === undefined) throw new Error('MYT is not there')
  return found
}

const of = () => ({ clientId: cast.anadolu, inventoryId: inventory(cast, 'MYT') })
const enable = () =>
  request(server.url, enableInventory, {
    token: cast.admin.token,
    params: of(),
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
const disable = () => request(server.url, disableInventory, { token: cast.admin.token, params: of() })

/** Somebody who was given MYT. */
async function taker() {
  const { token, ...member } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'MYT' })
  const params = { assignmentId }
  const own = async () => (await request(server.url, getOwnAssignment, { token, params })).answer
  const start = (body: { accepted: string[]; declined?: string[] }) =>
    request(server.url, startAttempt, { token, params, body })
  const save = (started: Started, ids: readonly string[]) =>
    request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: Object.fromEntries(ids.map((id) => [id, answerOf(id)])) },
    })
  const refuse = () => request(server.url, refuseConsent, { token, params })
  const submit = () => request(server.url, submitAttempt, { token, params, body: {} })
  const read = async (reader: string) =>
    (await request(server.url, getReport, { token: reader, params })).answer
  const listed = async () =>
    (await request(server.url, getAssignment, { token: cast.manager.token, params })).answer.progress
  return { assignmentId, own, start, save, refuse, submit, read, listed }
}

/** The answered and the asked questions, on which the list and the live board agree. */
async function counted(assignmentId: string, { token }: { token: string }) {
  const { progress } = (await request(server.url, getAssignment, { token, params: { assignmentId } })).answer
  const board = await request(server.url, liveBoard, { token, params: { clientId: cast.anadolu } })
  const row = board.answer.rows.find((one) => one.assignmentId === assignmentId)
  expect({ answered: row?.answered, total: row?.total }).toEqual(progress)
  return [progress.answered, progress.total]
}

function answerOf(id: string) {
  const item = myt.items.get(id)
  if (item?.type === 'numeric') return 1
  const set = item && 'options' in item ? item.options : undefined
  return set?.[0] ?? (item && 'optionSet' in item && item.optionSet === 'same_different' ? 'same' : '1')
}

const idsOf = ({ form }: Started) => form.sections.flatMap(({ items }) => items.map(({ id }) => id))
const asked = (started: Started) => idsOf(started).filter((id) => myt.sensitiveItems.has(id)).length
const scaleOf = ({ categories }: Awaited<ReturnType<Awaited<ReturnType<typeof taker>>['read']>>) =>
  categories.flatMap(({ scales }) => scales).find(({ key }) => key === scale)
const others = ({ categories }: Awaited<ReturnType<Awaited<ReturnType<typeof taker>>['read']>>) =>
  categories.flatMap(({ scales }) => scales).filter(({ key }) => key !== scale)

test('where the client has not opened the scale nobody is asked for it: not in words, not in items, not in answers', async () => {
  const person = await taker()
  const detail = await person.own()
  expect(detail.notices.map(({ id }) => id)).toEqual(['information'])
  expect(detail.itemCount).toBe(myt.itemCount - 9)
  // Accepting a consent that was not asked for changes nothing.
  const { answer: started } = await person.start({ accepted: ['information', consent] })
  expect([asked(started), idsOf(started).length]).toEqual([0, myt.itemCount - 9])
  const refused = await person.save(started, ['t006', 't008'])
  expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['responses.t008']])
  expect((await person.own()).answered).toBe(0)
  expect((await person.save(started, idsOf(started))).status).toBe(200)
  expect(await person.listed()).toEqual({ answered: myt.itemCount - 9, total: myt.itemCount - 9 })
  await person.submit()
  const report = await person.read(cast.manager.token)
  expect(scaleOf(report)).toMatchObject({ notAssessed: true, raw: null, standardScore: null, items: 0 })
  expect(report.categories.find(({ scales }) => scales.some(({ key }) => key === scale))).toMatchObject({
    percentage: expect.any(Number),
    standardScore: expect.any(Number),
  })
  expect(others(report).every(({ raw, notAssessed }) => raw !== null && notAssessed === undefined)).toBe(true)
  const csv = await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(csv.text).toContain('değerlendirilmedi')
})

test('who declines gets the rest, is not asked again, and only named readers see that the scale was not assessed', async () => {
  await enable()
  const [declining, agreeing] = [await taker(), await taker()]
  const detail = await declining.own()
  expect(detail.notices).toMatchObject([{ id: 'information' }, { id: consent, optional: true }])
  expect([detail.itemCount, detail.consentItemCount]).toEqual([myt.itemCount - 9, 9])
  expect((await declining.start({ accepted: ['information'] })).code).toBe('consent_required')
  // Declining ends nothing: only a consent to the whole test can be refused.
  expect((await declining.refuse()).code).toBe('consent_not_asked')
  const declined = await declining.start({ accepted: ['information'], declined: [consent] })
  expect([asked(declined.answer), declined.answer.deadline]).toEqual([0, expect.any(String)])
  const again = await declining.own()
  expect([again.notices.map(({ id }) => id), again.itemCount]).toEqual([['information'], myt.itemCount - 9])
  // Another device, which brings nothing with it.
  expect(asked((await declining.start({ accepted: [] })).answer)).toBe(0)
  expect((await declining.save(declined.answer, ['t008'])).status).toBe(400)

  const agreed = await agreeing.start({ accepted: ['information', consent] })
  expect([asked(agreed.answer), idsOf(agreed.answer).length]).toEqual([9, myt.itemCount])
  for (const [person, { answer }] of [
    [declining, declined],
    [agreeing, agreed],
  ] as const) {
    expect((await person.save(answer, idsOf(answer))).status).toBe(200)
    const asked = idsOf(answer).length
    const { answered, itemCount } = await person.own()
    // Their person and named readers count what was asked, everywhere; everybody else what everybody gets.
    expect([answered, itemCount]).toEqual([asked, asked])
    expect(await counted(person.assignmentId, cast.manager)).toEqual([asked, asked])
    await person.submit()
    const report = await person.read(cast.manager.token)
    expect([report.answered, report.itemCount]).toEqual([asked, asked])
    expect(await counted(person.assignmentId, cast.manager)).toEqual([asked, asked])
    expect(await counted(person.assignmentId, cast.admin)).toEqual([myt.itemCount - 9, myt.itemCount - 9])
  }
  const named = await declining.read(cast.manager.token)
  expect(scaleOf(named)).toMatchObject({ notAssessed: true, raw: null })
  const whole = await agreeing.read(cast.manager.token)
  expect(scaleOf(whole)?.notAssessed).toBeUndefined()
  expect(scaleOf(whole)?.raw).not.toBeNull()
  expect(others(named).map(({ raw }) => raw)).toEqual(others(whole).map(({ raw }) => raw))
  // Other readers see no difference between the two, not even in the number of questions or after the scale is closed.
  for (const closed of [false, true]) {
    if (closed) await disable()
    const [one, other] = [await declining.read(cast.admin.token), await agreeing.read(cast.admin.token)]
    expect([scaleOf(one), scaleOf(other)]).toEqual([undefined, undefined])
    expect([one.itemCount, one.answered]).toEqual([other.itemCount, other.answered])
    expect(one.categories.map(({ percentage }) => percentage)).toEqual(
      other.categories.map(({ percentage }) => percentage),
    )
  }
  expect(await declining.listed()).toEqual(await agreeing.listed())
})

test('each of its questions may stay blank or be taken back; with three of nine blank the scale is not assessed', async () => {
  await enable()
  const scored = async (blank: number, takenBack: boolean) => {
    const person = await taker()
    const { answer: started } = await person.start({ accepted: ['information', consent] })
    const items = started.form.sections.flatMap(({ items }) => items)
    const optional = items.filter(({ mayLeaveBlank }) => mayLeaveBlank).map(({ id }) => id)
    expect(new Set(optional)).toEqual(myt.sensitiveItems)
    const left = optional.slice(0, blank)
    const saved = await person.save(
      started,
      items.map(({ id }) => id).filter((id) => takenBack || !left.includes(id)),
    )
    expect(saved.status).toBe(200)
    if (takenBack) {
      const responses = Object.fromEntries(left.map((id) => [id, '']))
      const body = { testId: started.testId, responses }
      expect((await request(server.url, saveResponses, { token: started.attemptToken, body })).status).toBe(
        200,
      )
    }
    await person.submit()
    return person.read(cast.manager.token)
  }
  expect(scaleOf(await scored(2, false))).toMatchObject({ raw: expect.any(Number), answered: 7 })
  for (const takenBack of [false, true]) {
    const report = await scored(3, takenBack)
    expect(scaleOf(report)).toMatchObject({ notAssessed: true, raw: null, answered: 6 })
    expect(report.categories.find(({ scales }) => scales.some(({ key }) => key === scale))).toMatchObject({
      percentage: expect.any(Number),
      standardScore: expect.any(Number),
    })
  }
})

test('what an attempt asks is settled when it begins', async () => {
  await enable()
  const person = await taker()
  const { answer: started } = await person.start({ accepted: ['information', consent] })
  await disable()
  expect(asked((await person.start({ accepted: [] })).answer)).toBe(9)
  expect((await person.save(started, ['t008'])).status).toBe(200)
})

test('an answer that waited while its scale was withdrawn is never stored, nor are those with it', async () => {
  await enable()
  const { db } = server.database
  const person = await taker()
  const { assignmentId } = person
  const { answer: started } = await person.start({ accepted: ['information', consent] })
  const waits = sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH request AS%'`
  const saving = await db.transaction().execute(async (tx) => {
    await leaveOut(tx, { clientId: cast.anadolu, assignmentId }, [scale])
    const begun = person.save(started, ['t006', 't008'])
    await expect.poll(async () => (await waits.execute(db)).rows[0]?.count).toBe(1)
    return { begun }
  })
  const refused = await saving.begun
  expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['responses.t008']])
  const stored = await db
    .selectFrom('responses')
    .innerJoin('attempts', 'attempts.id', 'responses.attempt_id')
    .select('item_id')
    .where('assignment_id', '=', assignmentId)
    .execute()
  expect(stored).toEqual([])
  expect((await person.save(started, ['t006'])).status).toBe(200)
})

test('a version from before there were consents is asked without its sensitive scale', async () => {
  const notices = myt.definition.notices.filter(({ scales }) => scales === undefined)
  const texts = (locale: 'tr' | 'en') => myt.definition.texts[locale]
  await publishVersion(server.database.db, {
    ...myt.definition,
    version: 99,
    notices,
    texts: { tr: texts('tr'), en: texts('en') },
  })
  await enable()
  const person = await taker()
  expect((await person.own()).notices.map(({ id }) => id)).toEqual(['information'])
  expect(asked((await person.start({ accepted: ['information'] })).answer)).toBe(0)
})

test('SCL90 ends with where to find support, with the client’s own contact once it has one, and takes blanks', async () => {
  const start = async () => {
    const { token, ...member } = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'SCL90' })
    const { form, attemptToken } = await startTest(server.url, token, assignmentId)
    const params = { assignmentId }
    const seen = async () => (await request(server.url, getOwnAssignment, { token, params })).answer.closing
    const early = await seen()
    await request(server.url, submitAttempt, { token: attemptToken, params, body: {} })
    // A later visit reads the same; before the end there is nothing to read.
    expect([early, await seen()]).toEqual([undefined, form.closing])
    return form
  }
  const before = await start()
  expect(before).toMatchObject({ mayLeaveBlank: true, closing: { text: expect.stringContaining('112') } })
  expect(before.closing?.contact).toBeUndefined()
  const options = before.sections.flatMap(({ items }) => items.map((item) => item.options?.at(-1)?.id))
  expect(new Set(options)).toEqual(new Set(['dk']))
  await request(server.url, updateClient, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { supportContact: 'İşyeri hekimi, 0232 000 00 01' },
  })
  expect((await start()).closing?.contact).toBe('İşyeri hekimi, 0232 000 00 01')
})

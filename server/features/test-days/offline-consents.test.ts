import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import { disableInventory, enableInventory } from '#contract/enablements.ts'
import { startAttempt } from '#contract/participant.ts'
import { enterByDayCode } from '#contract/tablets.ts'
import { addTestDayPeople, listKeptAttempts } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { deriveCodes } from '#server/features/test-days/codes.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { deriveQuickly } from '#test/support/derive-quickly.ts'
import { addMember } from '#test/support/invited.ts'
import {
  assignmentOf,
  byMail,
  deliver,
  delivery,
  minutes,
  scene,
  startOffline,
  unpack,
} from '#test/support/offline.ts'
import { testSlipKey } from '#test/support/server.ts'

let where: Awaited<ReturnType<typeof startOffline>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

test('a consent that was given without a connection has the time of arrival and the tablet’s own', async () => {
  const one = await scene(where)
  const sent = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(20) })
  expect((await deliver(where, one.tablets[0]?.token ?? '', sent)).status).toBe(200)
  const { rows } = await sql<{ minutes: number }>`
    SELECT round(extract(epoch FROM accepted_at - device_accepted_at) / 60) AS minutes FROM consents
    WHERE assignment_id = ${sent.assignmentId}`.execute(where.server.database.db)
  expect(rows.map((row) => Number(row.minutes))).toEqual([20])
  const token = await byMail(where, sent.assignmentId)
  const shown = await request(where.server.url, listOwnConsents, { token })
  const [{ acceptedAt, deviceAcceptedAt } = { acceptedAt: '', deviceAcceptedAt: null }] = shown.answer.results
  expect(Date.parse(acceptedAt) - Date.parse(deviceAcceptedAt ?? '')).toBe(minutes(20))
})

test('what was erased because its consent was withdrawn does not come back by its tablet', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  const [{ token = '' } = {}] = one.tablets
  const entered = (await request(where.server.url, enterByDayCode, { token, body: { code: one.code } }))
    .answer
  const withdraw = (session: string) =>
    request(where.server.url, withdrawConsent, {
      token: session,
      params: { assignmentId: given.assignmentId },
    })
  const whole = delivery(one, { answeredAt: [0], submittedAfterMs: 0 })
  const given = { ...whole, accepted: ['information', 'consent'] }
  expect((await deliver(where, token, given)).answer).toMatchObject({ outcome: 'started' })
  // A day's code is printed on a list that others read.
  expect((await withdraw(entered.token)).code).toBe('identity_needed')
  expect((await withdraw(await byMail(where, given.assignmentId))).status).toBe(204)
  for (const offlineId of [given.offlineId, newId()])
    expect((await deliver(where, token, { ...given, offlineId })).answer).toEqual({ outcome: 'kept' })
  const kept = await request(where.server.url, listKeptAttempts, {
    token: where.cast.manager.token,
    params: one.params,
  })
  expect(kept.answer.results).toEqual([])
})

test('of a sensitive test that is not open any more nothing is taken along, and nothing that a tablet asked is stored', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  const [tablet = { token: '', key: '' }] = one.tablets
  const params = { clientId: where.cast.anadolu, inventoryId: inventory(where.cast, 'SCL90') }
  await request(where.server.url, disableInventory, { token: where.cast.admin.token, params })
  expect((await unpack(where.server, tablet)).people.flatMap(({ tests }) => tests)).toEqual([])
  const given = { ...delivery(one, { answeredAt: [0] }), accepted: ['information', 'consent'] }
  expect((await deliver(where, tablet.token, given)).answer).toEqual({ outcome: 'kept' })
  const kept = await request(where.server.url, listKeptAttempts, {
    token: where.cast.manager.token,
    params: one.params,
  })
  expect(kept.answer.results).toEqual([])
  expect(await assignmentOf(where, given.assignmentId)).toMatchObject({ status: 'pending', startedAt: null })
  await request(where.server.url, enableInventory, {
    token: where.cast.admin.token,
    params,
    body: {
      legalBasis: 'Açık rıza',
      purpose: 'İş sağlığı',
      recipientIds: [where.cast.manager.userId],
      forCandidates: true,
      candidatesConfirmed: true,
    },
  })
})

test('where nobody may be asked about a sensitive scale its questions are not in the package', async () => {
  const { content } = await scene(where, { code: 'MYT', sensitiveOffline: true })
  const inPackage = () => Object.values(content.items).filter(({ mayLeaveBlank }) => mayLeaveBlank).length
  const enabled = await where.server.database.db
    .selectFrom('inventory_enablements')
    .select('inventory_id')
    .where('client_id', '=', where.cast.anadolu)
    .where('inventory_id', '=', inventory(where.cast, 'MYT'))
    .execute()
  expect([enabled, inPackage()]).toEqual([[], 0])
  const params = { clientId: where.cast.anadolu, inventoryId: inventory(where.cast, 'MYT') }
  const body = { legalBasis: 'Açık rıza', recipientIds: [where.cast.manager.userId] }
  await request(where.server.url, enableInventory, { token: where.cast.admin.token, params, body })
  const asked = await scene(where, { code: 'MYT', sensitiveOffline: true })
  expect(Object.values(asked.content.items).some(({ mayLeaveBlank }) => mayLeaveBlank)).toBe(true)
})

test('a package tells nobody who has the day’s PIN who agreed to a sensitive scale, of begun tests either', async () => {
  await request(where.server.url, enableInventory, {
    token: where.cast.admin.token,
    params: { clientId: where.cast.anadolu, inventoryId: inventory(where.cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [where.cast.manager.userId] },
  })
  const packaged = async (accepted: string[], declined: string[]) => {
    const one = await scene(where, { code: 'MYT', sensitiveOffline: true })
    const [tablet = { id: '', token: '', key: '' }] = one.tablets
    const entered = await request(where.server.url, enterByDayCode, {
      token: tablet.token,
      body: { code: one.code },
    })
    const assignmentId = one.mine?.assignmentId ?? ''
    const started = await request(where.server.url, startAttempt, {
      token: entered.answer.token,
      params: { assignmentId },
      body: { accepted, declined },
    })
    expect(started.status).toBe(200)
    // The package is made again where the day's people change.
    const late = await addMember(where.server.database.db, where.cast.anadolu)
    await request(where.server.url, addTestDayPeople, {
      token: where.cast.manager.token,
      params: one.params,
      body: { membershipIds: [late.membershipId] },
    })
    await deriveCodes(
      where.server.database.db,
      testSlipKey,
      { clientId: where.cast.anadolu, tabletId: tablet.id },
      { derive: deriveQuickly },
    )
    const content = await unpack(where.server, tablet)
    const mine = content.people.flatMap(({ tests }) => tests).find((one) => one.assignmentId === assignmentId)
    const { sections = [] } = content.forms[mine?.forms.tr ?? ''] ?? {}
    return {
      begun: mine?.begun,
      accepted: Object.keys(mine?.acceptedAt ?? {}),
      items: sections.map(({ items }) => items.map((name) => content.items[name]?.id)),
    }
  }
  const agreed = await packaged(['information', 'wellbeing'], [])
  expect([agreed.begun, agreed.accepted]).toEqual([true, ['information']])
  const declined = await packaged(['information'], ['wellbeing'])
  expect({ ...declined, items: declined.items.flat().length }).toEqual({
    ...agreed,
    items: agreed.items.flat().length,
  })
})

test('a consent that was refused on a tablet ends its test as with a connection, once, and gives its unit back', async () => {
  const one = await scene(where, { code: 'SCL90', tablets: 2, sensitiveOffline: true })
  const refused = { ...delivery(one, { answeredAt: [], refused: true, submittedAfterMs: 0 }), accepted: [] }
  const left = async () =>
    (
      await where.server.database.db
        .selectFrom('quotas')
        .select('available')
        .where('client_id', '=', where.cast.anadolu)
        .where('inventory_id', '=', inventory(where.cast, 'SCL90'))
        .executeTakeFirstOrThrow()
    ).available
  const before = await left()
  for (const { token } of one.tablets)
    expect((await deliver(where, token, refused)).answer).toEqual({ outcome: 'refused' })
  expect(await assignmentOf(where, refused.assignmentId)).toMatchObject({ status: 'cancelled' })
  expect(await left()).toBe(before + 1)
})

test('a refusal that arrives after the test was begun elsewhere ends nothing', async () => {
  const one = await scene(where, { code: 'SCL90', tablets: 2, sensitiveOffline: true })
  const [first, second] = one.tablets
  const begun = delivery(one, { answeredAt: [], elapsedMs: minutes(5) })
  const given = { ...begun, accepted: ['information', 'consent'] }
  expect((await deliver(where, first?.token ?? '', given)).answer).toMatchObject({ outcome: 'started' })
  const refused = { ...delivery(one, { answeredAt: [], refused: true }), accepted: [] }
  expect((await deliver(where, second?.token ?? '', refused)).answer).toEqual({ outcome: 'refused' })
  expect(await assignmentOf(where, refused.assignmentId)).toMatchObject({ status: 'pending' })
})

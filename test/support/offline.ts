import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { getAssignment } from '#contract/assignments.ts'
import { dayCodeNumberLength } from '#contract/dayCode.ts'
import type { BodyIn } from '#contract/kit.ts'
import {
  deliverOfflineAttempt,
  getTabletPackage,
  openTablet,
  type PackageContent,
  packageCodes,
  packageContent,
} from '#contract/tablets.ts'
import {
  type acceptDelivery,
  createTestDay,
  getTestDay,
  listTestDayPeople,
  listWaitingDeliveries,
  type rejectDelivery,
  revokeTablet,
} from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { deriveCodes, proofOf } from '#server/features/test-days/codes.ts'
import { codeSalt } from '#server/features/test-days/secrets.ts'
import { request } from './api.ts'
import { type Cast, castOf, inventory } from './cast.ts'
import { deriveQuickly } from './derive-quickly.ts'
import { addMember } from './invited.ts'
import { startTestServer, type TestServer, testSlipKey } from './server.ts'
import { setUpTablet } from './set-up.ts'
import { zoneWhereItIs } from './zones.ts'

interface Where {
  readonly server: TestServer
  readonly cast: Cast
}

// Noon, so that an hour ago is the same day.
export const timeZone = zoneWhereItIs(12)
export const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
export const minutes = (count: number) => count * 60_000

/** A server whose clients are where it is noon. */
export async function startOffline(): Promise<Where> {
  const server = await startTestServer()
  const cast = await castOf(server)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
  return { server, cast }
}

/** The keys that tablets derived from the one person's code, by the tablet's token. */
const derivedOn = new Map<string, Buffer>()

/** A day of one person with a timed test, its open tablets, and what they have prepared. */
export async function scene(
  { server, cast }: Where,
  { tablets = 1, code: test = 'AYT', sensitiveOffline = false, derive = deriveQuickly } = {},
) {
  const { db } = server.database
  const { membershipId } = await addMember(db, cast.anadolu)
  const day = (
    await request(server.url, createTestDay, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        place: 'Kapı 2',
        day: today,
        locale: 'tr',
        sensitiveOffline,
        inventoryIds: [inventory(cast, test)],
        membershipIds: [membershipId],
      },
    })
  ).answer
  const params = { clientId: cast.anadolu, testDayId: day.id }
  const people = await request(server.url, listTestDayPeople, { token: cast.manager.token, params })
  const code = people.answer.results[0]?.code ?? ''
  const opened = []
  for (let n = 1; n <= tablets; n += 1) {
    const of = { token: cast.manager.token, clientId: cast.anadolu, testDayId: day.id }
    const { token, day: own } = await setUpTablet(server.url, of, { name: `Tablet ${n}` })
    await deriveCodes(db, testSlipKey, { clientId: cast.anadolu, tabletId: own.tablet.id }, { derive })
    derivedOn.set(token, await derive(code, codeSalt(testSlipKey, own.tablet.id)))
    const { key } = (await request(server.url, openTablet, { token, body: { pin: day.pin } })).answer
    opened.push({ id: own.tablet.id, token, key })
  }
  // They have been open for an hour.
  await sql`UPDATE tablets SET opened_at = now() - interval '1 hour' WHERE test_day_id = ${day.id}`.execute(
    db,
  )
  const content = await unpack(server, opened[0] ?? { token: '', key: '' })
  const own = content.people.find(({ number }) => number === code.slice(0, dayCodeNumberLength))
  const mine = own?.tests[0]
  const form = content.forms[mine?.forms.tr ?? '']
  const questions = (form?.sections ?? []).flatMap((section) =>
    section.items.map((name) => {
      const item = content.items[name]
      return { section: section.id, id: item?.id ?? '', option: item?.options?.[0]?.id ?? '' }
    }),
  )
  return {
    day,
    params,
    code,
    tablets: opened,
    content,
    mine,
    form,
    questions: questions.filter((one) => one.option),
  }
}

interface Opened {
  token: string
  key: string
}

export async function unpack(server: TestServer, { token, key }: Opened): Promise<PackageContent> {
  const { version, ...sealed } = (await request(server.url, getTabletPackage, { token })).answer
  return packageContent.parse(decrypted(sealed, { version, key }))
}

/** The values that a tablet finds people by. */
export async function checksIn(server: TestServer, { token, key }: Opened): Promise<Record<string, string>> {
  const { version, codes } = (await request(server.url, getTabletPackage, { token })).answer
  return packageCodes.parse(decrypted(codes, { version, key }))
}

function decrypted(
  { iv, data }: { iv: string; data: string },
  { version, key }: { version: string; key: string },
): unknown {
  const bytes = Buffer.from(data, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
  cipher.setAAD(Buffer.from(version))
  cipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString())
}

export type Delivery = Omit<BodyIn<typeof deliverOfflineAttempt>, 'proof'>
/** Brings in what a tablet took without a connection. */
export const deliver = ({ server }: Pick<Where, 'server'>, token: string, body: Delivery, by = token) => {
  const proof = proofOf(derivedOn.get(by) ?? Buffer.alloc(32), body).toString('base64')
  return request(server.url, deliverOfflineAttempt, { token, body: { ...body, proof } })
}

/** A tablet's delivery: these questions, answered so long after the start. */
export function delivery(
  { mine, questions }: Awaited<ReturnType<typeof scene>>,
  { answeredAt, ...rest }: Partial<Delivery> & { answeredAt: number[] },
): Delivery {
  const answered = answeredAt.map((afterMs, at) => ({ afterMs, ...questions[at] }))
  return {
    offlineId: newId(),
    assignmentId: mine?.assignmentId ?? '',
    accepted: ['information'],
    locale: 'tr',
    elapsedMs: 0,
    sections: [],
    responses: Object.fromEntries(
      answered.map(({ id = '', option = '' }, at) => [id, { value: option, seq: at + 1 }]),
    ),
    answeredAfterMs: Object.fromEntries(answered.map(({ id = '', afterMs }) => [id, afterMs])),
    ...rest,
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** Withdraws the first tablet of a day. */
export async function withdraw({ server, cast }: Where, { params }: Scene): Promise<void> {
  const asManager = { token: cast.manager.token, params }
  const { tablets } = (await request(server.url, getTestDay, asManager)).answer
  await request(server.url, revokeTablet, {
    token: asManager.token,
    params: { ...params, tabletId: tablets[0]?.id ?? '' },
  })
}

/** The deliveries that a day's managers have to decide about, and those that they have decided. */
export const waitingOf = async ({ server, cast }: Where, { params }: Scene) =>
  (await request(server.url, listWaitingDeliveries, { token: cast.manager.token, params })).answer.results

export const decide = (
  { server, cast }: Where,
  call: typeof acceptDelivery | typeof rejectDelivery,
  { params }: Scene,
  deliveryId: string,
) => request(server.url, call, { token: cast.manager.token, params: { ...params, deliveryId } })

/** Which answers are stored. */
export const stored = async ({ server }: Pick<Where, 'server'>, assignmentId: string) => {
  const { rows } = await sql<{ item_id: string; late: boolean }>`
    SELECT r.item_id, r.late FROM responses r JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
    WHERE t.assignment_id = ${assignmentId} ORDER BY r.item_id`.execute(server.database.db)
  return rows
}
/** A test as its manager sees it. */
export const assignmentOf = async ({ server, cast }: Where, assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.manager.token, params: { assignmentId } })).answer

/** A session of the person who has this test, by a link in their mailbox. */
export async function byMail({ server, cast }: Where, assignmentId: string): Promise<string> {
  const { db } = server.database
  const { user_id: userId } = await db
    .selectFrom('assignments')
    .select('user_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  return openSession(db, { userId, invitationClientId: cast.anadolu, remembered: false, mailed: true })
}

import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { getAssignment } from '#contract/assignments.ts'
import type { BodyIn } from '#contract/kit.ts'
import {
  deliverOfflineAttempt,
  getTabletPackage,
  openTablet,
  type PackageContent,
  packageContent,
  registerTablet,
} from '#contract/tablets.ts'
import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { packagedHash } from '#server/features/test-days/secrets.ts'
import { request } from './api.ts'
import { type Cast, castOf, inventory } from './cast.ts'
import { addMember } from './invited.ts'
import { startTestServer, type TestServer } from './server.ts'
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

/** A day of one person with a timed test, its open tablets, and what they have prepared. */
export async function scene({ server, cast }: Where, { tablets = 1, code: test = 'AYT' } = {}) {
  const { db } = server.database
  const { membershipId } = await addMember(db, cast.anadolu)
  const day = (
    await request(server.url, createTestDay, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        ...{ place: 'Kapı 2', day: today, locale: 'tr' },
        ...{ inventoryIds: [inventory(cast, test)], membershipIds: [membershipId] },
      },
    })
  ).answer
  const params = { clientId: cast.anadolu, testDayId: day.id }
  const people = await request(server.url, listTestDayPeople, { token: cast.manager.token, params })
  const code = people.answer.results[0]?.code ?? ''
  const opened = []
  for (let n = 1; n <= tablets; n += 1) {
    const body = { number: day.number, pin: day.pin, name: `Tablet ${n}` }
    const { token } = (await request(server.url, registerTablet, { body })).answer
    const { key } = (await request(server.url, openTablet, { token, body: { pin: day.pin } })).answer
    opened.push({ token, key })
  }
  // They have been open for an hour.
  await sql`UPDATE tablets SET opened_at = now() - interval '1 hour' WHERE test_day_id = ${day.id}`.execute(
    db,
  )
  const content = await unpack(server, opened[0] ?? { token: '', key: '' })
  const own = content.people.find((one) => one.codeHash === packagedHash(content.salt, code))
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

export async function unpack(
  server: TestServer,
  { token, key }: { token: string; key: string },
): Promise<PackageContent> {
  const { version, iv, data } = (await request(server.url, getTabletPackage, { token })).answer
  const bytes = Buffer.from(data, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
  cipher.setAAD(Buffer.from(version))
  cipher.setAuthTag(bytes.subarray(-16))
  const text = Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString()
  return packageContent.parse(JSON.parse(text))
}

export type Delivery = BodyIn<typeof deliverOfflineAttempt>
/** Brings in what a tablet took without a connection. */
export const deliver = ({ server }: Pick<Where, 'server'>, token: string, body: Delivery) =>
  request(server.url, deliverOfflineAttempt, { token, body })

/** What a tablet brings in: these questions, answered so long after the start. */
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

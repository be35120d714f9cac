import { sql } from 'kysely'
import { usersMe } from '#contract/auth.ts'
import { applyForClient } from '#contract/billing.ts'
import { addClientPrice } from '#contract/client-prices.ts'
import { setFeedback } from '#contract/feedback.ts'
import type { Locale } from '#contract/fields.ts'
import { createJobProfile } from '#contract/job-profiles.ts'
import { submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { makeReports } from '#contract/report-files.ts'
import { reportPdf } from '#contract/reports.ts'
import { checkIdentity, decideRequest, makeRequest } from '#contract/requests.ts'
import { saveResponses } from '#contract/responses.ts'
import { declineSecondFactor } from '#contract/second-factor.ts'
import { createShare } from '#contract/shares.ts'
import { addTaxRate } from '#contract/tax-rates.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { unsubscribeUrl } from '#server/features/notifications/link.ts'
import { turkishToday } from '#server/features/orders/prices/prices.ts'
import { printReports } from '#server/features/results/bulk/jobs.ts'
import { request } from '#test/support/api.ts'
import { companyBilling } from '#test/support/billing.ts'
import { inventory } from '#test/support/cast.ts'
import { addAssignment, addMember, addReader, addUser } from '#test/support/invited.ts'
import { makeOrders } from '#test/support/orders.ts'
import { addRegistration, registerAs } from '#test/support/registrations.ts'
import { testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, type Running } from '#test/support/taking.ts'
import { invitedPeople } from '../people.ts'
import type { Served } from '../served.ts'
import { plantAnalysis } from './item-analysis.ts'
import { addTestDay } from './test-day.ts'

/** The data behind the screens: a client with people and results, and one that has just begun. */
export interface Scene extends AdminScene {
  readonly manager: unknown
  readonly newManager: unknown
  /** A reader of two groups. */
  readonly reader: unknown
  /** A person signed in on two devices. */
  readonly account: unknown
  /** The id of a test with results. */
  readonly english: string
  /** A job profile of that test. */
  readonly jobProfile: string
  /** Assignments with reports. */
  readonly reports: { readonly ENGLISH: string; readonly SCL90: string; readonly MYT: string }
  /** Three profiles, and a test that is left out of comparisons. */
  readonly compared: readonly string[]
  /** The membership of a person with two late answers. */
  readonly late: string
  /** A registration in which somebody is waiting. */
  readonly registration: { readonly id: string; readonly code: string }
  /** Links to two reports, one for each language, with their PINs. */
  readonly shares: Readonly<Record<Locale, SharedLink>>
  /** A report as a PDF, and the id on its pages. */
  readonly copy: { readonly id: string; readonly pdf: Uint8Array }
  /** The end of a mail's link that stops such mails. */
  readonly unsubscribe: string
  /** A test day of today, with people in several states. */
  readonly testDay: string
  /** A used link and an expired one. */
  readonly usedLink: string
  readonly expiredLink: string
}

interface SharedLink {
  readonly path: string
  readonly pin: string
}

/** The data behind the admin screens: the admins, and a person who needs help. */
export interface AdminScene {
  readonly admin: unknown
  readonly superuser: unknown
  /** An active client, and a pending one. */
  readonly client: string
  readonly applicant: string
  /** An order that awaits a transfer, and one that was approved. */
  readonly orders: { readonly pending: string; readonly approved: string }
  readonly helped: { readonly userId: string; readonly name: string; readonly email: string }
}

const hour = 3_600_000

export async function setScene(served: Served): Promise<Scene> {
  const { server, cast } = served
  const people = invitedPeople().slice(0, 24)
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      emails: people,
      inventoryIds: [inventory(cast, 'ENGLISH'), inventory(cast, 'SCL90')],
      description: 'Hat operatörü alımı',
    },
  })
  const [english] = await Promise.all(Array.from({ length: 5 }, () => finish(served, 'ENGLISH')))
  if (english === undefined) throw new Error('nobody has taken the English test')
  const checklist = await finish(served, 'SCL90')
  // Two of nine answers may be missing, so nearly every scale is scored.
  const profile = await finish(served, 'MYT', 9)
  const others = [await finish(served, 'MYT', 9, 1), await finish(served, 'MYT', 12, 3)]
  const { db } = server.database
  const name = 'Fatma Nur Büyükçavuşoğlu Karaosmanoğlu'
  const email = 'fatma.nur.buyukcavusoglu@ornek.test'
  const helped = await addMember(db, cast.anadolu, { name, email, role: 'employee' })
  const link = { userId: english.userId, createdBy: null }
  const used = {
    ...link,
    purpose: 'invitation',
    clientId: cast.anadolu,
    expiresAt: new Date(Date.now() + hour),
  } as const
  const expired = {
    ...link,
    purpose: 'magic',
    clientId: null,
    expiresAt: new Date(Date.now() - hour),
  } as const
  await plantAnalysis(served, 'ENGLISH')
  const { order, approved } = await makeOrders(server, cast, cast.anadolu)
  await agreePrices(served)
  const registration = await addRegistration(server, cast, { approval: true })
  const known = await addMember(db, cast.anadolu, { name: 'Hasan Yıldız Kaya', email: null })
  await db
    .updateTable('memberships')
    .set({ phone: '+905329999998' })
    .where('client_id', '=', cast.anadolu)
    .where('id', '=', known.membershipId)
    .execute()
  await registerAs(server, registration.code, { name: 'Hasan Yıldız', phone: '0532 999 99 98' })
  const asking = await addMember(db, cast.anadolu, { name: 'Nermin Aydın' })
  const body = { kind: 'rectification', message: 'Adım Nermin Aydın Kaya oldu.' } as const
  const session = { userId: asking.userId, invitationClientId: cast.anadolu, remembered: false }
  const token = await openSession(db, session)
  await request(server.url, makeRequest, { token, body })
  const { id: requestId } = (await request(server.url, makeRequest, { token, body: { kind: 'access' } }))
    .answer
  const atDesk = { token: cast.admin.token, params: { requestId } }
  await request(server.url, checkIdentity, { ...atDesk, body: { way: 'document' } })
  const accepted = { decision: 'accepted', reason: 'Verileriniz ektedir.' } as const
  await request(server.url, decideRequest, { ...atDesk, body: accepted })
  // The superuser’s screens keep the offer of a second step; panels over the admin’s would cover a part of its buttons.
  await request(server.url, declineSecondFactor, { token: cast.admin.token })
  const manager = await db
    .selectFrom('memberships')
    .select('id')
    .where('client_id', '=', cast.anadolu)
    .where('user_id', '=', cast.manager.userId)
    .executeTakeFirstOrThrow()
  const stopped = { clientId: cast.anadolu, membershipId: manager.id, notification: 'quota' } as const
  return {
    unsubscribe: unsubscribeUrl('', testSlipKey, stopped),
    shares: {
      tr: await shareReports(served, [english.assignmentId, profile.assignmentId], 'tr'),
      en: await shareReports(served, [english.assignmentId, profile.assignmentId], 'en'),
    },
    copy: await copyOf(served, english.assignmentId),
    registration,
    orders: { pending: order, approved: approved.id },
    manager: await sessionOf(server.url, cast.manager.token),
    admin: await sessionOf(server.url, cast.admin.token),
    superuser: await sessionOf(server.url, cast.superuser.token),
    client: cast.anadolu,
    applicant: await applied(served),
    helped: { userId: helped.userId, name, email },
    newManager: await sessionOf(server.url, cast.otherManager.token),
    reader: await sessionOf(server.url, await newReader(served)),
    account: await sessionOf(server.url, await signedInTwice(served)),
    english: inventory(cast, 'ENGLISH'),
    jobProfile: await addJobProfile(served),
    reports: { ENGLISH: english.assignmentId, SCL90: checklist.assignmentId, MYT: profile.assignmentId },
    compared: await comparedOf(served, [profile, ...others, checklist]),
    late: await answeredLate(served),
    testDay: await addTestDay(served),
    usedLink: (await createLink(db, used)).path,
    expiredLink: (await createLink(db, expired)).path,
  }
}

/** Takes a report along, and has two files of reports made, of which one is still waiting. */
async function copyOf({ server, cast }: Served, assignmentId: string): Promise<Scene['copy']> {
  const { token } = cast.manager
  const { bytes: pdf } = await request(server.url, reportPdf, { token, params: { assignmentId } })
  const { id } = await server.database.db
    .selectFrom('report_copies')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  for (const as of ['zip', 'pdf'] as const) {
    await request(server.url, makeReports, {
      token,
      params: { clientId: cast.anadolu },
      body: { filter: {}, as, purpose: 'placement' },
    })
    if (as === 'zip') await server.runJobs([printReports])
  }
  return { id, pdf }
}

/** Prices agreed with the client in each state, and a KDV rate to come. */
async function agreePrices({ server, cast }: Served): Promise<void> {
  const { db } = server.database
  const token = cast.admin.token
  const params = { clientId: cast.anadolu }
  const agree = (code: string, days: { validFrom: string; validUntil?: string }) =>
    request(server.url, addClientPrice, {
      token,
      params,
      body: {
        inventoryId: inventory(cast, code),
        tiers: [
          { fromQuantity: 1, unitPriceKurus: 4750 },
          { fromQuantity: 1000, unitPriceKurus: 3990 },
        ],
        ...days,
      },
    })
  const today = await turkishToday(db)
  const { answer: ended } = await agree('SCL90', { validFrom: today })
  await db
    .updateTable('client_prices')
    .set({ valid_from: '2025-01-01', valid_until: '2025-12-31' })
    .where('id', '=', ended.id)
    .execute()
  await agree('AYT', { validFrom: today, validUntil: '2999-12-31' })
  await agree('MYT', { validFrom: '2999-01-01' })
  await request(server.url, addTaxRate, { token, body: { validFrom: '2999-01-01', rate: 22.5 } })
}

/** A person with two open tests, an expired one and a cancelled one. */
export async function newParticipant(served: Served) {
  const { server, cast } = served
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const assign = (code: string) => addAssignment(db, cast.anadolu, taker, { code })
  const end = async (id: string, status: 'expired' | 'cancelled') => {
    await db
      .updateTable('assignments')
      .set({ status, ended_at: new Date(), end_reason: status === 'expired' ? 'past_due' : 'cancelled' })
      .where('id', '=', id)
      .execute()
    return id
  }
  return {
    session: await sessionOf(server.url, taker.token),
    prove: () => prove(served, taker.userId),
    expired: await end(await assign('ENGLISH'), 'expired'),
    cancelled: await end(await assign('SCL90'), 'cancelled'),
    ENGLISH: await assign('ENGLISH'),
    SCL90: await assign('SCL90'),
  }
}

/**
 * A person who has finished an aptitude test with feedback on it, in another session than the one that took it. The test is
 * answered within a second, which no person could, so its quality is set.
 */
export async function newResult(served: Served) {
  const { server, cast } = served
  const { db } = server.database
  await request(server.url, setFeedback, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'AYT') },
    body: { on: true },
  })
  const { token, userId, assignmentId } = await finish(served, 'AYT', 12, 1)
  const validity = sql`jsonb_set(scores, '{validity}', '{"confidence": "medium", "rules": []}')`
  await sql`UPDATE results SET scores = ${validity} WHERE assignment_id = ${assignmentId}`.execute(db)
  await db
    .updateTable('attempts')
    .set({ opened_in: null })
    .where('assignment_id', '=', assignmentId)
    .execute()
  return { session: await sessionOf(server.url, token), assignmentId, prove: () => prove(served, userId) }
}

/** Proves a person's sessions as the code that was mailed to them would. */
const prove = ({ server }: Served, userId: string) =>
  server.database.db
    .updateTable('sessions')
    .set({ proved_at: new Date(), proved_by: 'code' })
    .where('user_id', '=', userId)
    .execute()

/** The session of a new account, without a client or tests. */
export async function newApplicant({ server }: Served): Promise<unknown> {
  const { db } = server.database
  const userId = await addUser(db, { name: 'Ada Deniz' })
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  return sessionOf(server.url, token)
}

/** A pending client whose manager has filled in the company form. */
async function applied({ server }: Served): Promise<string> {
  const { db } = server.database
  const userId = await addUser(db, { name: 'Gülizar Çağlayan' })
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  const body = { name: 'Çağlayan Ambalaj', email: 'ik@caglayan.ornek.test', phone: '0224 411 20 20' }
  const { answer } = await request(server.url, applyForClient, {
    token,
    body: { ...body, billing: companyBilling },
  })
  return answer.id
}

/** The token of somebody who reads the results of two groups. */
async function newReader({ server, cast }: Served): Promise<string> {
  const { db } = server.database
  const userId = await addUser(db, { name: 'Okuyucu' })
  await addReader(db, cast.anadolu, userId, ['1. Vardiya', '2. Vardiya'])
  return openSession(db, { userId, invitationClientId: null, remembered: false })
}

async function signedInTwice({ server, cast }: Served): Promise<string> {
  const there = {
    userId: cast.stranger.userId,
    invitationClientId: null,
    remembered: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
  }
  await openSession(server.database.db, there)
  return cast.stranger.token
}

/** The slice that a signed-in browser keeps. */
async function sessionOf(url: string, token: string): Promise<unknown> {
  const { answer } = await request(url, usersMe, { token })
  return { signedIn: true, token, user: answer }
}

/** A person with two answers still on the phone when time was over. @returns their membership */
async function answeredLate({ server, cast }: Served): Promise<string> {
  const { db } = server.database
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const { assignmentId, choices, started, membershipId } = running
  await db
    .updateTable('attempts')
    .set({ deadline: new Date(Date.now() - 1000) })
    .where('assignment_id', '=', assignmentId)
    .execute()
  await closeTimedOut(db)
  const late = choices.slice(0, 2).map(({ id, options }) => [id, options[0] ?? ''])
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses: Object.fromEntries(late) },
  })
  return membershipId
}

/** Answers all questions except every fourth (or n-th), and submits. */
export async function finish({ server, cast }: Served, code: string, blank = 4, shift = 0): Promise<Running> {
  const running = await addRunning(server, cast.anadolu, code)
  await handIn(server.url, running, blank, shift)
  return running
}

/** Gives people who are compared names of their own, one of them a long one, and one of them more time. */
async function comparedOf(
  { server: { database } }: Served,
  [profile, second, third, ...others]: readonly Running[],
): Promise<string[]> {
  if (!profile || !second || !third) throw new Error('three people are compared')
  const { db } = database
  const name = (membershipId: string, text: string) =>
    db.updateTable('memberships').set({ name: text }).where('id', '=', membershipId).execute()
  await name(second.membershipId, 'Fatma Nur Büyükçavuşoğlu Karaosmanoğlu')
  await name(third.membershipId, 'Can Ak')
  await db
    .updateTable('assignments')
    .set({ time_percent: 150 })
    .where('id', '=', third.assignmentId)
    .execute()
  return [profile, second, third, ...others].map(({ assignmentId }) => assignmentId)
}

async function handIn(
  url: string,
  { choices, started, assignmentId }: Running,
  blank: number,
  shift = 0,
): Promise<void> {
  const given = choices.flatMap(({ id, options }, index) => {
    const value = options[(index * 7 + shift * (1 + (index % 3))) % options.length]
    return index % blank === blank - 1 || value === undefined
      ? []
      : [[id, { value, seq: index + 1 }] as const]
  })
  const token = started.attemptToken
  const { testId, epoch } = started
  await request(url, saveResponses, {
    token,
    body: { testId, epoch, responses: Object.fromEntries(given) },
  })
  await request(url, submitAttempt, { token, params: { assignmentId }, body: {} })
}

export type Participant = Awaited<ReturnType<typeof newParticipant>>

async function addJobProfile({ server, cast }: Served): Promise<string> {
  const { answer } = await request(server.url, createJobProfile, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      name: 'İhracat destek uzmanı',
      inventory: 'ENGLISH',
      ranges: [
        { key: 'total', from: 40, to: null },
        { key: 'reading', from: 8, to: null },
        { key: 'c1', from: null, to: 20 },
      ],
    },
  })
  return answer.id
}

async function shareReports(
  { server, cast }: Served,
  assignmentIds: string[],
  locale: Locale,
): Promise<SharedLink> {
  const { answer } = await request(server.url, createShare, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      assignmentIds,
      recipient: 'Tuncay Uslu, fabrika müdürü',
      outside: 'legitimate_interest',
      purpose: 'placement',
      show: 'details',
      days: 7,
      locale,
    },
  })
  return { path: new URL(answer.url).pathname, pin: answer.pin }
}

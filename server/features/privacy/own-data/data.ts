import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { OwnData, OwnTest, ownDataPdf } from '#contract/own-data.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { requireProof } from '#server/authority/proof.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { asJpeg } from '#server/features/access/avatars/picture.ts'
import { deviceOf } from '#server/features/access/sessions/devices.ts'
import { mailsOf } from '#server/features/people/mail-history/mail-record.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { inFile, type Reader } from '#server/privacy/registry.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { paperOf } from './paper.ts'
import {
  type FileScope,
  findAccount,
  findConsents,
  findDecisions,
  findDevices,
  findLinks,
  findMemberships,
  findPicture,
  findReadings,
  findRecord,
  findRegistrations,
  findRequests,
  findSessions,
  findTests,
  type MembershipRow,
  type RecordRow,
} from './queries.ts'
import { type Gathered, groundOfRole, ownTest, type Taken } from './tests.ts'

export const maxEntries = 2000

/** Before a picture's bytes in base64. */
const pictureStart = 'data:image/webp;base64,'

const at = (moment: Date | null) => moment?.toISOString() ?? null

/**
 * Everything that is held about the caller, and a line on record that it was read.
 * @throws Failure identity_needed, too_many_requests
 */
export async function readOwnData(
  db: Database,
  slipKey: Buffer,
  actor: Actor,
  way: 'json' | 'pdf',
): Promise<OwnData> {
  const { caller, userId } = actor
  requireProof(caller)
  const { invitationClientId: clientId } = caller
  await limitPace(db, userId, 'ownData')
  const data = await ownData(db, slipKey, { userId, clientId, reader: 'person' }, actor.locale)
  await recordAudit(db, {
    action: 'own_data_read',
    reason: way,
    by: actor,
    subjectId: userId,
    ...(clientId !== null && { clientId }),
  })
  return data
}

/** The same on paper. @throws Failure identity_needed, too_many_requests */
export async function ownPaper(
  db: Database,
  _platform: undefined,
  { lang }: QueryOf<typeof ownDataPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const locale = lang ?? actor.locale
  const data = await readOwnData(db, deps.config.slipKey, { ...actor, locale }, 'pdf')
  const { picture } = data.account
  const drawn =
    picture === null ? null : await asJpeg(Buffer.from(picture.slice(pictureStart.length), 'base64'))
  const file = await deps.pdf.renderPaper(paperOf(data, drawn, locale))
  reply.header('content-disposition', attachment(`${translate(locale, 'exports:file.ownData')}.pdf`))
  return Buffer.from(file)
}

async function ownData(db: Executor, slipKey: Buffer, whose: FileScope, locale: Locale): Promise<OwnData> {
  const { userId, clientId } = whose
  const account = await findAccount(db, whose)
  const picture = await findPicture(db, whose)
  const record = await findRecord(db, whose, maxEntries)
  return {
    madeAt: new Date().toISOString(),
    account: {
      id: account.id,
      name: account.name,
      email: account.email ?? '',
      emailVerified: account.email_verified_at !== null,
      phone: account.phone,
      pendingEmail: account.pending_email,
      picture: picture === undefined ? null : `${pictureStart}${picture.toString('base64')}`,
      locale: account.locale,
      timeZone: account.time_zone,
      createdAt: account.created_at.toISOString(),
      hasPassword: account.has_password,
      secondFactorAt: at(account.second_factor_at),
    },
    clients: await clientsOf(db, slipKey, whose, ownTest, locale),
    ...(await accessOf(db, whose)),
    devices:
      clientId !== null
        ? []
        : (await findDevices(db, userId)).map((row) => ({ seenAt: row.seen_at.toISOString() })),
    record: record.map((row) => entryOf(row, userId, locale)),
  }
}

/**
 * The data of each client about a person, with the tests.
 * @param shown makes a test as the reader may see it; null leaves it out
 */
export async function clientsOf(
  db: Executor,
  slipKey: Buffer,
  whose: FileScope,
  shown: (db: Executor, test: Taken, gathered: Gathered, locale: Locale) => Promise<OwnTest | null>,
  locale: Locale,
): Promise<OwnData['clients']> {
  const { userId } = whose
  const gathered = {
    consents: await findConsents(db, whose),
    readings: await findReadings(db, whose),
    slipKey,
    reader: whose.reader,
  }
  const rows = await findTests(db, whose)
  const clients: OwnData['clients'] = []
  for (const membership of await findMemberships(db, whose)) {
    const tests: OwnTest[] = []
    for (const row of rows) {
      if (row.client_id !== membership.client_id || row.membership_id !== membership.id) continue
      const test = await shown(db, { row, role: membership.role, userId }, gathered, locale)
      if (test !== null) tests.push(test)
    }
    clients.push({ ...(await ofClient(db, whose.reader, membership, locale)), tests })
  }
  return clients
}

/**
 * The person's sessions, links and mails.
 * @param known the address that a reader knows already, in place of one that is not in their file
 */
export async function accessOf(
  db: Executor,
  whose: FileScope,
  known = '',
): Promise<Pick<OwnData, 'sessions' | 'links' | 'mails'>> {
  return {
    sessions: (await findSessions(db, whose)).map((row) => ({
      client: row.client,
      ...deviceOf(row.user_agent),
      tablet: row.tablet,
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      provedAt: at(row.proved_at),
      provedBy: row.proved_by,
    })),
    links: (await findLinks(db, whose)).map((row) => ({
      purpose: row.purpose,
      email: row.mailed ? (row.email ?? known) : null,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      openedAt: at(row.opened_at),
    })),
    mails: (await mailsOf(db, whose)).map(({ id: _, ...mail }) => ({
      ...mail,
      address: inFile('person_mails', whose.reader).includes('address') ? mail.address : known,
    })),
  }
}

async function ofClient(db: Executor, reader: Reader, row: MembershipRow, locale: Locale) {
  const key = { clientId: row.client_id, membershipId: row.id }
  const registrations = await findRegistrations(db, reader, key)
  const requests = await findRequests(db, reader, key)
  const decisions = await findDecisions(db, reader, key)
  return {
    client: {
      id: row.client_id,
      name: row.client_name,
      email: row.client_email,
      phone: row.client_phone,
      timeZone: row.time_zone,
    },
    role: row.role,
    name: row.name,
    email: row.email ?? '',
    phone: row.phone,
    staffNumber: row.staff_number,
    group: row.group_name,
    joinedAt: row.joined_at.toISOString(),
    removedAt: at(row.removed_at),
    heldAt: at(row.held_at),
    heldReason: row.hold_reason ?? '',
    ground: groundOfRole(row.role, locale),
    keptUntil: at(row.kept_until),
    decisions: decisions.map((one) => ({
      at: one.decided_at.toISOString(),
      decision: one.decision,
      note: one.note ?? '',
    })),
    registrations: registrations.map((one) => ({
      at: one.created_at.toISOString(),
      name: one.name,
      email: one.email ?? '',
      phone: one.phone ?? '',
      locale: one.locale,
      noticeVersion: one.notice_version,
      state: one.state,
      decidedAt: at(one.decided_at),
      repeats: one.repeats,
      repeatedAt: at(one.repeated_at),
    })),
    requests: requests.map((one) => ({
      id: one.id,
      kind: one.kind,
      locale: one.locale,
      message: one.message,
      channel: one.channel,
      receivedOn: one.received_on,
      createdAt: one.created_at.toISOString(),
      dueAt: one.due_at.toISOString(),
      decision: one.decision,
      reason: one.reason,
      decidedAt: at(one.decided_at),
      answeredBy: one.answered_by,
      assignmentId: one.assignment_id,
      identity:
        one.identity === null
          ? null
          : {
              way: one.identity,
              at: at(one.identity_at),
              by: one.identity_by,
              note: one.identity_note,
              email: one.identity_email,
            },
    })),
  }
}

export function entryOf(row: RecordRow, userId: string, locale: Locale): OwnData['record'][number] {
  const by = row.actor_id === userId ? 'you' : 'other'
  return {
    at: row.at.toISOString(),
    action: row.action,
    what: translate(locale, `audit:action.${row.action}`),
    reason: row.reason,
    by: row.actor_id === null && row.recipient === null ? 'server' : by,
    client: row.client,
    address: row.address,
  }
}

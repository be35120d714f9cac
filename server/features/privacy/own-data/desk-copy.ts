import type { AuditAction } from '#contract/audit.ts'
import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { HandedData, OwnData, OwnTest } from '#contract/own-data.ts'
import { scaleConsents } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import { accessOf, clientsOf, entryOf, maxEntries } from './data.ts'
import { findEntriesOf } from './queries.ts'
import { ownScores } from './scores.ts'
import { type Gathered, groundOfRole, lateOf, ownTest, type Taken } from './tests.ts'

/** Entries that are alike for everybody, regardless of answers and consents. A new action is out until it is known to be so. */
const openActions: readonly AuditAction[] = [
  'sign_in',
  'sign_in_refused',
  'session_ended',
  'email_changed',
  'people_invited',
  'person_registered',
  'registrant_accepted',
  'person_changed',
  'person_decided',
  'member_removed',
  'invitation_link_made',
  'own_data_read',
  'own_profile_changed',
  'request_made',
  'request_entered',
  'request_identity_checked',
  'request_decided',
  'data_handed_out',
]

/**
 * The data of one client about a person, for the desk to deliver. The person who delivers it can read it, so files of
 * people who were asked about something sensitive look like all others.
 * @returns undefined for somebody who was erased
 */
export async function deskCopy(
  db: Executor,
  slipKey: Buffer,
  whose: { userId: string; clientId: string },
  madeBy: string,
  locale: Locale,
): Promise<HandedData | undefined> {
  const clients = (await clientsOf(db, slipKey, whose, openTest, locale)).map(openClient)
  const [first] = clients
  if (first === undefined) return undefined
  const email = clients.at(-1)?.email ?? ''
  const { sessions, links, mails } = await accessOf(db, whose)
  // These alone are counted: others would leave fewer of them.
  const record = await findEntriesOf(db, whose, openActions, maxEntries)
  return {
    madeAt: new Date().toISOString(),
    madeBy,
    name: clients.at(-1)?.name ?? first.name,
    email,
    scope: translate(locale, 'own-data:paper.handed'),
    clients,
    sessions: sessions.map((session) => ({ ...session, provedAt: null, provedBy: null })),
    // The account may have another address, which is not the client's to know.
    links: links.map((link) => (link.email === null ? link : { ...link, email })),
    mails: mails.map((mail) => ({ ...mail, address: email })),
    record: record.map((row) => entryOf(row, whose.userId, locale)),
  }
}

type Client = OwnData['clients'][number]

/** Leaves out notes about sensitive tests, so that nothing shows who has one. */
function openClient(client: Client): Client {
  const shown = new Set(client.tests.map(({ id }) => id))
  return {
    ...client,
    heldReason: '',
    decisions: client.decisions.map((one) => ({ ...one, note: '' })),
    requests: client.requests.map((one) => ({
      ...one,
      assignmentId: one.assignmentId !== null && shown.has(one.assignmentId) ? one.assignmentId : null,
    })),
  }
}

/** A test without what is sensitive in it; null where all of it is. */
async function openTest(
  db: Executor,
  taken: Taken,
  gathered: Gathered,
  locale: Locale,
): Promise<OwnTest | null> {
  const { row, role, userId } = taken
  const { definition, sensitiveItems } = await getVersion(db, row.version_id)
  if (definition.sensitive) return null
  const test = await ownTest(db, taken, gathered, locale)
  const ofScales = scaleConsents(definition).map(({ id }) => id)
  const key = { clientId: row.client_id, assignmentId: row.id, userId }
  const open = {
    scoredAt: row.scored_at ?? new Date(),
    held: null,
    notAsked: [],
    late: lateOf(row),
    open: true,
  }
  const result = test.result && (await ownScores(db, key, open, locale))
  // Field by field: a new one goes out once somebody has thought of it here.
  return {
    id: test.id,
    inventory: test.inventory,
    sensitive: test.sensitive,
    description: test.description,
    status: test.status,
    endReason: test.endReason,
    locale: test.locale,
    order: test.order,
    createdAt: test.createdAt,
    opensAt: test.opensAt,
    dueDate: test.dueDate,
    startedAt: test.startedAt,
    endedAt: test.endedAt,
    erasedAt: test.erasedAt,
    restrictedAt: null,
    accommodations: test.accommodations,
    testDay: test.testDay,
    notes: test.notes,
    ground: groundOfRole(role, locale),
    // The date of a running test changes with each answer, which would show answers to sensitive questions.
    keptMonths: test.keptMonths,
    keptUntil: test.endedAt && test.keptUntil,
    scalesKeptUntil: null,
    notices: test.notices.filter(({ id }) => !ofScales.includes(id)),
    notAsked: [],
    answers: test.answers
      .filter(({ itemId }) => !sensitiveItems.has(itemId))
      .map((answer) => ({ ...answer, answeredAt: null, storedAt: null, seconds: null })),
    keptAttempts: test.keptAttempts.map((kept) => ({
      ...kept,
      answers: kept.answers
        .filter(({ itemId }) => !sensitiveItems.has(itemId))
        .map((answer) => ({ ...answer, answeredAt: null, seconds: null })),
    })),
    conduct: test.conduct && openConduct(test.conduct),
    result: result && { ...result, scoredAt: null },
    reminders: test.reminders,
    readings: onceADay(test.readings, row.time_zone),
  }
}

/** A section of sensitive questions alone has times and practice of its own. */
const openConduct = (conduct: NonNullable<OwnTest['conduct']>): OwnTest['conduct'] => ({
  receipt: conduct.receipt,
  locale: conduct.locale,
  tablet: conduct.tablet,
  deadline: conduct.deadline,
  closedBy: conduct.closedBy,
  sections: [],
  practised: [],
  lastSign: null,
  openings: conduct.openings,
  away: conduct.away,
  copied: conduct.copied,
  breaks: conduct.breaks,
  readAloudUsed: conduct.readAloudUsed,
  autoNextUsed: conduct.autoNextUsed,
  pausedAt: conduct.pausedAt,
  pausedSeconds: conduct.pausedSeconds,
  addedSeconds: conduct.addedSeconds,
  endedByManager: conduct.endedByManager,
})

/** Each reading of something sensitive is an entry, others one in a quarter of an hour: their number tells which it was. */
function onceADay(readings: OwnTest['readings'], timeZone: string): OwnTest['readings'] {
  const first = new Map<string, OwnTest['readings'][number]>()
  for (const reading of readings.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const key = `${dayIn(reading.at, timeZone)} ${reading.exported} ${reading.reader}`
    if (!first.has(key)) first.set(key, reading)
  }
  return [...first.values()]
}

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
import { type Gathered, ownTest, type Taken } from './tests.ts'

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
  person: { userId: string; clientId: string },
  madeBy: string,
  locale: Locale,
): Promise<HandedData | undefined> {
  const whose = { ...person, reader: 'desk' } as const
  const clients = (await clientsOf(db, slipKey, whose, openTest, locale)).map(openClient)
  const [first] = clients
  if (first === undefined) return undefined
  const email = clients.at(-1)?.email ?? ''
  // The account may have another address, which is not the client's to know.
  const { sessions, links, mails } = await accessOf(db, whose, email)
  // These alone are counted: others would leave fewer of them.
  const record = await findEntriesOf(db, whose, openActions, maxEntries)
  return {
    madeAt: new Date().toISOString(),
    madeBy,
    name: clients.at(-1)?.name ?? first.name,
    email,
    scope: translate(locale, 'own-data:paper.handed'),
    clients,
    sessions,
    links,
    mails,
    record: record.map((row) => entryOf(row, whose.userId, locale)),
  }
}

type Client = OwnData['clients'][number]

/** Leaves out notes about sensitive tests, so that nothing shows who has one. */
function openClient(client: Client): Client {
  const shown = new Set(client.tests.map(({ id }) => id))
  return {
    ...client,
    requests: client.requests.map((one) => ({
      ...one,
      assignmentId: one.assignmentId !== null && shown.has(one.assignmentId) ? one.assignmentId : null,
    })),
  }
}

/**
 * A test without what is sensitive in it; null where all of it is. Columns that the desk may not hand out are NULL already: here
 * is what no column tells.
 */
async function openTest(
  db: Executor,
  taken: Taken,
  gathered: Gathered,
  locale: Locale,
): Promise<OwnTest | null> {
  const { definition, sensitiveItems } = await getVersion(db, taken.row.version_id)
  if (definition.sensitive) return null
  const test = await ownTest(db, taken, gathered, locale)
  const ofScales = scaleConsents(definition).map(({ id }) => id)
  const isOpen = ({ itemId }: { itemId: string }) => !sensitiveItems.has(itemId)
  return {
    ...test,
    // The date of a running test changes with each answer, which would show answers to sensitive questions.
    keptUntil: test.endedAt && test.keptUntil,
    notices: test.notices.filter(({ id }) => !ofScales.includes(id)),
    answers: test.answers.filter(isOpen),
    // The times are within what a tablet has sent.
    keptAttempts: test.keptAttempts.map((kept) => ({
      ...kept,
      answers: kept.answers.filter(isOpen).map((answer) => ({ ...answer, answeredAt: null, seconds: null })),
    })),
    readings: onceADay(test.readings, taken.row.time_zone),
  }
}

/** Each reading of something sensitive is an entry, others one in a quarter of an hour: their number tells which it was. */
function onceADay(readings: OwnTest['readings'], timeZone: string): OwnTest['readings'] {
  const first = new Map<string, OwnTest['readings'][number]>()
  for (const reading of readings.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const key = `${dayIn(reading.at, timeZone)} ${reading.exported} ${reading.byLink} ${reading.reader}`
    if (!first.has(key)) first.set(key, reading)
  }
  return [...first.values()]
}

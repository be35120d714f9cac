import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import type { OwnAssignment } from '#contract/participant.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { type Form, itemCount } from '#scoring/form/form.ts'
import { scaleConsents, scalesWithout } from '#scoring/form/left-out.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Executor } from '#server/db/database.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import { questionCounts, withConsent } from '#server/features/inventories/question-counts.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { ownBrandOf } from '#server/features/memberships/brands/brands.ts'
import type { Caller } from '#server/http/caller.ts'
import { findOwnList, findOwnOfDay, type OwnRow } from './assignment-queries.ts'
import { announcedMinutes } from './clock/time.ts'
import { recipientsShown } from './recipients.ts'
import { findConsents } from './taking-queries.ts'

/** An assignment as the person sees it who takes it. */
export async function ownObject(db: Executor, row: OwnRow, locale: Locale): Promise<OwnAssignment> {
  const version = await getVersion(db, row.version_id)
  const { definition } = version
  const texts = definition.texts[locale]
  const progress = progressOf(version, row)
  const running = row.status === 'pending' && row.attempt_id !== null
  const brand = ownBrandOf(row.brand ?? undefined, locale)
  const there = row.status === 'completed' && row.erased_at === null && row.restricted_at === null
  return {
    id: row.id,
    client: { name: row.client_name, phone: row.client_phone, ...(brand && { brand }) },
    inventory: { code: definition.code, name: texts.name, description: texts.description },
    description: row.description,
    status: effectiveStatus(row),
    locale: row.attempt_locale ?? row.assignment_locale,
    minutes: announcedMinutes(definition, accommodationsOf(row)),
    accommodations: accommodationsOf(row),
    itemCount: progress.total,
    ...(row.status === 'pending' &&
      row.attempt_id === null &&
      withConsent(version, itemCount(definition, leftOutOf(definition, row)))),
    createdAt: row.created_at.toISOString(),
    dueDate: row.due_date,
    testDay:
      row.test_day_place === null || row.test_day === null
        ? null
        : { place: row.test_day_place, day: row.test_day },
    opening: await openingOf(db, row, locale),
    timeZone: row.time_zone,
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.status === 'completed' ? (row.ended_at?.toISOString() ?? null) : null,
    // A pause keeps the end far away until it is over.
    deadline: running && !row.paused ? (row.deadline?.toISOString() ?? null) : null,
    answered: progress.answered,
    receipt: row.receipt,
    reportVisible: there && definition.participantReport,
    ...(there && row.feedback && !definition.sensitive && { feedback: true as const }),
    ...(row.status === 'completed' && row.ended_by_manager && { endedByManager: true as const }),
    ...(row.end_reason === 'consent_withdrawn' && { consentWithdrawn: true as const }),
    // A legal hold keeps the answers for now.
    ...(row.end_reason === 'closed' && row.erased_at !== null && { closed: true as const }),
  }
}

/**
 * Counts a test's questions and those answered. After its end only questions that everybody gets count: otherwise the
 * number would show anybody with the person's slip what was declined.
 */
function progressOf(version: Version, row: OwnRow): { answered: number; total: number } {
  const counts = { open: row.answered, sensitive: row.answered_sensitive }
  const leftOut = row.attempt_id === null ? undefined : (row.left_out ?? [])
  return questionCounts(version, counts, leftOut, row.status === 'pending')
}

/** A sensitive test that the client has not opened, or no more: nothing of it may be asked or stored. */
export const isWithheld = ({ definition: { sensitive } }: Version, { enabled }: Pick<OwnRow, 'enabled'>) =>
  sensitive && !enabled

/** The consents for single scales that a person is asked for: none where the client has not opened the scales. */
export const offeredConsents = (definition: Definition, { enabled }: Pick<OwnRow, 'enabled'>) =>
  enabled ? scaleConsents(definition) : []

/** True when something sensitive is asked: the whole test, or scales that the client has opened. */
export const asksSensitive = ({ definition }: Version, row: Pick<OwnRow, 'enabled'>) =>
  definition.sensitive || offeredConsents(definition, row).length > 0

/** The scales that a person is not asked about; before the start, as if everything offered were accepted. */
export const leftOutOf = (
  definition: Definition,
  row: Pick<OwnRow, 'enabled' | 'attempt_id' | 'left_out'>,
): string[] =>
  row.attempt_id === null
    ? scalesWithout(
        definition,
        offeredConsents(definition, row).map(({ id }) => id),
      )
    : (row.left_out ?? [])

/** Tells whether a notice is for this person. One for single scales is if offered; after the start, if it was accepted. */
export function asksFor(
  definition: Definition,
  row: Pick<OwnRow, 'enabled' | 'attempt_id'>,
  given: readonly { notice_id: string; notice_version: number }[],
): (notice: { id: string; version: number }) => boolean {
  const [all, offered] = [scaleConsents(definition), offeredConsents(definition, row)]
  return ({ id, version }) => {
    if (all.every((one) => one.id !== id)) return true
    return row.attempt_id === null
      ? offered.some((one) => one.id === id)
      : given.some((one) => one.notice_id === id && one.notice_version === version)
  }
}

/** The conditions before a test can be started; null once there are none. */
export async function openingOf(
  db: Executor,
  row: Pick<OwnRow, 'before_version' | 'pause_minutes' | 'opens_at' | 'unopened'>,
  locale: Locale,
): Promise<OwnAssignment['opening']> {
  const { before_version: before } = row
  if (before === null && !row.unopened) return null
  return {
    after: before === null ? null : nameOf(await getVersion(db, before), locale),
    pauseMinutes: row.pause_minutes ?? 0,
    at: row.unopened ? (row.opens_at?.toISOString() ?? null) : null,
  }
}

/** A closing text with the client's own contact, where it has one. */
const withContact = (
  closing: NonNullable<Form['closing']>,
  { support_contact: contact }: Pick<OwnRow, 'support_contact'>,
) => (contact === '' ? closing : { ...closing, contact })

/** A form whose closing text names the client's own contact, where it has one. */
export const formWithContact = (form: Form, row: Pick<OwnRow, 'support_contact'>) =>
  form.closing === undefined ? form : { ...form, closing: withContact(form.closing, row) }

/** An assignment's accommodations as they are now. */
export const accommodationsOf = (
  row: Pick<OwnRow, 'time_percent' | 'text_size' | 'read_aloud' | 'breaks' | 'break_minutes'>,
): Accommodations => ({
  timePercent: row.time_percent,
  textSize: row.text_size,
  readAloud: row.read_aloud,
  breaks: row.breaks,
  breakMinutes: row.break_minutes,
})

// The job that closes what is over runs each minute; nobody is shown a test as open in between.
function effectiveStatus(row: OwnRow): OwnAssignment['status'] {
  if (row.status !== 'pending') return row.status
  if (row.attempt_id === null) return row.overdue ? 'expired' : 'pending'
  return (row.deadline === null ? row.overdue : row.deadline_passed) ? 'completed' : 'pending'
}

/** A person's assignments, of one client where they came by its invitation. */
export async function ownList(
  db: Executor,
  {
    userId,
    name,
    invitationClientId,
    tablet,
  }: Pick<Caller, 'userId' | 'name' | 'invitationClientId' | 'tablet'>,
  locale: Locale,
) {
  const rows = await findOwnList(db, { userId, clientId: invitationClientId, testDayId: tablet?.testDayId })
  const results = []
  // One after the other: a transaction's connection answers one query at a time.
  for (const row of rows) results.push(await ownObject(db, row, locale))
  return { name: rows[0]?.person_name ?? name, serverTime: (await databaseTime(db)).toISOString(), results }
}

/** One test of a test day, for the tablets that take it along. */
export interface DayTest {
  userId: string
  name: string
  assignmentId: string
  version: Version
  own: OwnAssignment
  begun: boolean
  /** It is sensitive, or has sensitive scales that are asked. */
  sensitive: boolean
  /** The scales that are not asked even if everything offered is accepted. */
  leftOut: string[]
  /** The consents that may be declined. */
  offered: ReturnType<typeof offeredConsents>
  /** The form with the client's contact. */
  closed: (form: Form) => ReturnType<typeof formWithContact>
  /** When which notice was accepted, of those that everybody accepts. */
  acceptedAt: Record<string, string>
  /** The page that a person sees before the start, without anything of their own. */
  template: (locale: Locale) => Promise<Awaited<ReturnType<typeof ownDetail>>>
}

/**
 * The tests that the people of a test day have to do there. Begun ones, too, show the scales and consents as before
 * the start: anybody with the day's number and PIN can read all of it, and must not learn who agreed to a sensitive
 * scale. Begun tests go on without it.
 */
export async function testsOfDay(
  db: Executor,
  key: { clientId: string; testDayId: string },
): Promise<DayTest[]> {
  const tests: DayTest[] = []
  for (const row of await findOwnOfDay(db, key)) {
    const version = await getVersion(db, row.version_id)
    if (isWithheld(version, row)) continue
    const consents = await findConsents(db, { clientId: row.client_id, assignmentId: row.id })
    const optional = new Set(scaleConsents(version.definition).map(({ id }) => id))
    const told = consents.filter((one) => !optional.has(one.notice_id))
    const nobody = {
      ...row,
      id: noId,
      person_name: '',
      description: '',
      created_at: row.created_at,
      attempt_id: null,
      started_at: null,
      ended_at: null,
      attempt_locale: null,
      epoch: null,
      deadline: null,
      deadline_passed: false,
      receipt: null,
    }
    tests.push({
      userId: row.person_id,
      name: row.person_name,
      assignmentId: row.id,
      version,
      leftOut: leftOutOf(version.definition, { ...row, attempt_id: null }),
      offered: offeredConsents(version.definition, row),
      closed: (form) => formWithContact(form, row),
      own: await ownObject(db, row, row.assignment_locale),
      begun: row.attempt_id !== null,
      sensitive: asksSensitive(version, row),
      acceptedAt: Object.fromEntries(told.map((one) => [one.notice_id, one.accepted_at.toISOString()])),
      template: async (locale) => ({
        ...(await ownDetail(db, nobody, locale)),
        opening: null,
        createdAt: epochStart,
        serverTime: epochStart,
      }),
    })
  }
  return tests
}

const noId = '00000000-0000-0000-0000-000000000000'
const epochStart = new Date(0).toISOString()

/** Pre-test lines about the clock (docs/inventory-format.md). */
const clockLines = new Set(['time_limit', 'short_part', 'clock_goes_on'])

/** A test with what precedes the first answer: notices and the lines of the pre-test page. */
export async function ownDetail(db: Executor, row: OwnRow, locale: Locale) {
  const [own, version, consents] = [
    await ownObject(db, row, locale),
    await getVersion(db, row.version_id),
    await findConsents(db, { clientId: row.client_id, assignmentId: row.id }),
  ]
  const { notices, ...before } = beforeTest(version.definition, locale)
  // A missing consent tells who has somebody's slip that it was declined; once the test is over nobody is asked.
  const asked = row.status === 'pending' ? notices.filter(asksFor(version.definition, row, consents)) : []
  const sensitive = notices.some(({ kind }) => kind === 'explicit_consent')
  const shown = sensitive ? await recipientsShown(db, row, locale) : undefined
  const { closing } = version.definition.texts[locale]
  return {
    ...own,
    personName: row.person_name,
    notices: asked.map((notice) => {
      const given = consents.find(
        (one) => one.notice_id === notice.id && one.notice_version === notice.version,
      )
      return {
        ...notice,
        ...(notice.kind === 'explicit_consent' && shown && { recipients: shown }),
        acceptedAt: given?.accepted_at.toISOString() ?? null,
      }
    }),
    ...before,
    // Lines about the clock would be wrong in a test without one.
    preTest: before.preTest.filter(({ id }) => row.time_percent !== null || !clockLines.has(id)),
    ...(own.status === 'completed' && closing && { closing: withContact(closing, row) }),
    timed: version.definition.timeLimitSeconds !== undefined && row.time_percent !== null,
    serverTime: (await databaseTime(db)).toISOString(),
  }
}

import type { Locale } from '#contract/fields.ts'
import type { OwnTest } from '#contract/own-data.ts'
import { scalesWithout } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { offlineAttemptId } from '#server/features/delivery/attempts/offline/offline.ts'
import { unsealed } from '#server/features/delivery/attempts/saving/waiting.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import { textWith } from '#server/features/inventories/recipients.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { feedbackOf } from '#server/features/results/feedback/read.ts'
import { translate } from '#server/locales.ts'
import type { Reader } from '#server/privacy/registry.ts'
import { answersInWords, keptInWords } from './answers.ts'
import {
  findAnswers,
  findBreaks,
  type findConsents,
  findKeptAttempts,
  findLastSign,
  findNotes,
  findReminders,
  findSections,
  findShares,
  findSignals,
  findWaitingDeliveries,
  type MembershipRow,
  type RecordRow,
  type TestRow,
} from './queries.ts'
import { ownScores } from './scores.ts'

type Consents = Awaited<ReturnType<typeof findConsents>>

/** A test, and whose it is. */
export interface Taken {
  readonly row: TestRow
  readonly role: MembershipRow['role']
  readonly userId: string
}
/** Rows that are read once for all tests of a person. */
export interface Gathered {
  readonly consents: Consents
  readonly readings: readonly RecordRow[]
  /** The installation's, from which tablets draw their questions. */
  readonly slipKey: Buffer
  readonly reader: Reader
}

const at = (moment: Date | null) => moment?.toISOString() ?? null

/**
 * The ground on which an organisation keeps data, as the notices of tests say it: alike for candidates and employees.
 */
export const groundOfRole = (role: MembershipRow['role'], locale: Locale): string =>
  translate(locale, `own-data:ground.${role === 'manager' ? 'manager' : 'person'}`)

/** The ground on which a test is kept: the client's own for a sensitive one, otherwise that of the role. */
function groundOf(
  row: TestRow,
  version: Version,
  role: MembershipRow['role'],
  consented: boolean,
  locale: Locale,
): string {
  if (!version.definition.sensitive) {
    const asked = consented && version.sensitiveItems.size > 0 && row.left_out?.length === 0
    const words = groundOfRole(role, locale)
    if (row.held) return `${words} ${translate(locale, 'own-data:ground.held')}`
    return asked ? `${words} ${translate(locale, 'own-data:ground.scales')}` : words
  }
  const words = translate(locale, `own-data:ground.${consented ? 'consent' : 'sensitive'}`)
  return row.legal_basis === null
    ? words
    : `${words} ${translate(locale, 'own-data:ground.basis', { basis: row.legal_basis })}`
}

/**
 * The sensitive scales that were not asked. Where a consent was withdrawn, its scales were: the list of consents says so. Under
 * a legal hold those are left out too that were asked and are kept.
 */
function scalesNotAsked(row: TestRow, { definition }: Version, given: Consents): readonly string[] {
  const asked = given.filter(({ withdrawn_at }) => row.held || withdrawn_at !== null)
  const others = scalesWithout(
    definition,
    asked.map(({ notice_id }) => notice_id),
  )
  return (row.left_out ?? []).filter((key) => others.includes(key))
}

/** The notices that were accepted, with the words that they had. */
async function noticesOf(db: Executor, consents: Consents): Promise<OwnTest['notices']> {
  const notices: OwnTest['notices'] = []
  for (const consent of consents) {
    const { definition } = await getVersion(db, consent.version_id)
    const words = beforeTest(definition, consent.locale).notices.find(
      ({ id, version }) => id === consent.notice_id && version === consent.notice_version,
    )
    notices.push({
      id: consent.notice_id,
      version: consent.notice_version,
      kind: consent.kind,
      title: words?.title ?? '',
      text: textWith(words?.text ?? '', consent.recipients_text),
      locale: consent.locale,
      textHash: consent.text_hash.toString('hex'),
      device: consent.device,
      channel: consent.channel,
      acceptedAt: consent.accepted_at.toISOString(),
      deviceAcceptedAt: at(consent.device_accepted_at),
      withdrawnAt: at(consent.withdrawn_at),
    })
  }
  return notices
}

async function conductOf(
  db: Executor,
  reader: Reader,
  row: TestRow,
  { definition }: Version,
  locale: Locale,
): Promise<OwnTest['conduct']> {
  if (row.attempt_id === null) return null
  const key = { clientId: row.client_id, attemptId: row.attempt_id }
  const signals = await findSignals(db, reader, key)
  const breaks = await findBreaks(db, reader, key)
  const sections = await findSections(db, reader, key)
  const sign = await findLastSign(db, reader, key)
  const nameOfSection = (id: string) => definition.texts[locale].sections?.[id]?.title ?? id
  const of = (kind: string) => signals.filter((signal) => signal.kind === kind)
  return {
    receipt: row.receipt,
    locale: row.attempt_locale ?? row.locale,
    tablet:
      row.tablet === null ? null : { name: row.tablet, room: row.tablet_room ?? '', offline: row.offline },
    deadline: at(row.deadline),
    closedBy: row.closed_by,
    sections: sections.map((one) => ({
      name: nameOfSection(one.section_id),
      startedAt: one.started_at.toISOString(),
      deadline: one.deadline.toISOString(),
    })),
    practised: (row.practised_sections ?? []).map(nameOfSection),
    lastSign:
      sign === undefined
        ? null
        : {
            seenAt: sign.seen_at.toISOString(),
            itemId: sign.item_id,
            answered: sign.answered,
            unsent: sign.unsent,
          },
    openings: of('opened').map(({ happened_at, device }) => ({ at: happened_at.toISOString(), device })),
    away: of('away').map(({ happened_at, seconds }) => ({
      at: happened_at.toISOString(),
      seconds: seconds ?? 0,
    })),
    copied: of('copied').map(({ happened_at }) => happened_at.toISOString()),
    breaks: breaks.map(({ started_at, seconds }) => ({ at: started_at.toISOString(), seconds })),
    readAloudUsed: row.read_aloud_used ?? false,
    autoNextUsed: row.auto_next_used ?? false,
    pausedAt: at(row.paused_at),
    pausedSeconds: row.paused_seconds ?? 0,
    addedSeconds: row.added_seconds ?? 0,
    endedByManager: row.ended_by_manager,
  }
}

/**
 * Answers of other tablets to this test. Their language isn't known: it is taken to be that of the attempt, or the
 * assignment.
 */
async function keptAttemptsOf(
  db: Executor,
  row: TestRow,
  version: Version,
  { slipKey, reader }: Gathered,
): Promise<OwnTest['keptAttempts']> {
  const key = { clientId: row.client_id, assignmentId: row.id }
  const keptAttempts = await findKeptAttempts(db, reader, key)
  const waiting = await findWaitingDeliveries(db, reader, key)
  const waitingToo = waiting.flatMap(({ id, sealed, ...one }) => {
    if (sealed === null) return []
    const content = unsealed(slipKey, id, sealed)
    const { responses } = content.kind === 'begun' ? content.body : content
    const underWayMs = content.kind === 'begun' ? content.body.elapsedMs : 0
    return { ...one, responses, started_at: new Date(one.received_at.getTime() - underWayMs) }
  })
  const seed = offlineAttemptId(slipKey, row.id)
  return [...keptAttempts, ...waitingToo].map((kept) => ({
    tablet: { name: kept.tablet, room: kept.room },
    startedAt: kept.started_at.toISOString(),
    receivedAt: kept.received_at.toISOString(),
    submitted: kept.submitted,
    answers: keptInWords(version, seed, kept, row.attempt_locale ?? row.locale),
  }))
}

/** Other people who opened its report. A download is on record with the test's code alone. */
const readingsOf = (row: TestRow, code: string, readings: readonly RecordRow[]) =>
  readings
    .filter(
      ({ client_id, code: of, assignments }) =>
        client_id === row.client_id &&
        (assignments.length === 0 ? of === code : assignments.includes(row.id)),
    )
    .map(({ at: moment, actor_name, recipient, action }) => ({
      at: moment.toISOString(),
      reader: recipient ?? actor_name ?? '',
      exported: action !== 'report_read' && action !== 'share_opened',
      byLink: action === 'share_opened',
    }))

/** People without an account who were given a link to its report. */
async function sharesOf(
  db: Executor,
  reader: Reader,
  key: { clientId: string; assignmentId: string },
  locale: Locale,
): Promise<OwnTest['shares']> {
  return (await findShares(db, reader, key)).map((one) => ({
    recipient: one.recipient,
    ground: one.legal_ground && translate(locale, `own-data:shareGround.${one.legal_ground}`),
    show: one.show,
    sharedAt: one.created_at.toISOString(),
    expiresAt: one.expires_at.toISOString(),
    endedAt: at(one.revoked_at),
  }))
}

/** The decision about late answers. */
const lateOf = ({ late_decision: decision, late_decided_at: decidedAt }: TestRow) =>
  decision && { decision, decidedAt: at(decidedAt) }

/** All of one test that is in the reader's file, in their language; the answers in the language in which they were given. */
export async function ownTest(
  db: Executor,
  { row, role, userId }: Taken,
  gathered: Gathered,
  locale: Locale,
): Promise<OwnTest> {
  const { consents, readings, reader } = gathered
  const version = await getVersion(db, row.version_id)
  const { definition } = version
  const { client_id: clientId, attempt_id: attemptId } = row
  const key = { clientId, assignmentId: row.id }
  const answers = attemptId === null ? [] : await findAnswers(db, reader, { clientId, attemptId })
  const given = consents.filter((one) => one.client_id === clientId && one.assignment_id === row.id)
  const notAsked = scalesNotAsked(row, version, given)
  const notes = await findNotes(db, reader, key)
  const reminders = await findReminders(db, reader, key)
  return {
    id: row.id,
    inventory: { code: definition.code, name: nameOf(version, locale), version: row.version_number },
    sensitive: definition.sensitive,
    description: row.description,
    status: row.status,
    endReason: row.end_reason,
    locale: row.locale,
    createdAt: row.created_at.toISOString(),
    opensAt: at(row.opens_at),
    dueDate: row.due_date,
    startedAt: at(row.started_at),
    endedAt: at(row.ended_at),
    erasedAt: at(row.erased_at),
    restrictedAt: at(row.restricted_at),
    accommodations: {
      timePercent: row.time_percent,
      textSize: row.text_size,
      readAloud: row.read_aloud,
      breaks: row.breaks,
      breakMinutes: row.break_minutes,
    },
    testDay:
      row.place === null || row.day === null
        ? null
        : { place: row.place, day: row.day, room: row.room ?? '' },
    order:
      row.battery_place === null ? null : { place: row.battery_place, pauseMinutes: row.pause_minutes ?? 0 },
    ground: groundOf(
      row,
      version,
      role,
      given.some(({ kind }) => kind === 'explicit_consent'),
      locale,
    ),
    keptMonths: row.kept_months,
    keptUntil: at(row.kept_until),
    scalesKeptUntil: at(row.scales_kept_until),
    notices: await noticesOf(db, given),
    notAsked: notAsked.map((key) => definition.texts[locale].scales?.[key]?.name ?? key),
    answers:
      attemptId === null ? [] : answersInWords(version, attemptId, answers, row.attempt_locale ?? row.locale),
    keptAttempts: await keptAttemptsOf(db, row, version, gathered),
    result: row.scored
      ? await ownScores(
          db,
          { ...key, userId },
          { scoredAt: at(row.scored_at), held: row.held_scores, notAsked, late: lateOf(row), reader },
          locale,
        )
      : null,
    feedback: row.scored ? ((await feedbackOf(db, key, locale)) ?? null) : null,
    conduct: await conductOf(db, reader, row, version, locale),
    notes: notes.map(({ text, created_at }) => ({ at: created_at.toISOString(), text })),
    reminders: reminders.map(({ sent_at }) => sent_at.toISOString()),
    readings: readingsOf(row, definition.code, readings),
    shares: await sharesOf(db, reader, key, locale),
  }
}

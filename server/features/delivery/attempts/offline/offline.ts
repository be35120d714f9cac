import { createHmac } from 'node:crypto'
import { adjustedSeconds } from '#contract/accommodation-fields.ts'
import type { Locale } from '#contract/fields.ts'
import { practiceSeconds } from '#contract/practice.ts'
import type { ResponseInput } from '#contract/responses.ts'
import type { DeviceClass } from '#contract/signals.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { authorizeOnDay, type OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { adjustedLimit } from '#server/features/delivery/attempts/clock/time.ts'
import { markUsed } from '#server/features/delivery/attempts/clock/time-queries.ts'
import { closeOffline, closeOfflineAgain } from '#server/features/delivery/attempts/closing/close.ts'
import { accommodationsOf, isWithheld } from '#server/features/delivery/attempts/my-assignments.ts'
import { lockAssignment } from '#server/features/delivery/attempts/queries.ts'
import { readAnswers } from '#server/features/delivery/attempts/saving/save.ts'
import { consent, startedAnswer } from '#server/features/delivery/attempts/start.ts'
import { markStarted } from '#server/features/delivery/attempts/taking-queries.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { rescueKeyOf } from '#server/secrets.ts'
import {
  insertOffline,
  insertSectionAt,
  lockOffline,
  type OfflineAnswer,
  type OfflineState,
  storeOffline,
  timeAgo,
} from './offline-queries.ts'

export { lockAssignment, timeAgo }

/**
 * A test that was begun on a tablet without a connection, as the tablet delivers it. Times count from its beginning.
 */
export interface Offline {
  offlineId: string
  tabletId: string
  device: DeviceClass
  address: string
  accepted: readonly string[]
  locale: Locale
  elapsedMs: number
  practiceMs: number
  sections: readonly { id: string; afterMs: number }[]
  responses: Record<string, ResponseInput>
  answeredAfterMs: Readonly<Record<string, number>>
  readAloudUsed: boolean
  autoNextUsed: boolean
  submittedAfterMs: number | undefined
  /** True when this tablet may have begun it: the test was open then, and not withdrawn. */
  mayBegin: boolean
}

/**
 * The id of the attempt that a tablet would begin: questions are drawn and ordered by it, so tablets get their forms before
 * there is an attempt.
 */
export function offlineAttemptId(key: Buffer, assignmentId: string): string {
  const bytes = createHmac('sha256', key)
    .update(`offline attempt of ${assignmentId}`)
    .digest()
    .subarray(0, 16)
  // A UUID of version 8: its bits are the application's own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The epoch of what a tablet began: answers given elsewhere since are newer. */
const offlineEpoch = 1

/**
 * Takes a test over that a tablet began without a connection, within the caller's transaction. What the tablet's running clock
 * says counts for every limit; the attempt says so by its `offline_id`. Delivered again, the newest answers are stored, also
 * when its time was over meanwhile; where it has gone on elsewhere since, it is not handed in.
 * @returns whose it is, and nothing more where the assignment was begun elsewhere before, takes no attempt, or this tablet
 *   may not have begun it; `withheld` where nothing of it may be stored: its answers were erased, its consent was withdrawn, or
 *   the client has not opened what is sensitive as a whole
 * @throws Failure not_found, consent_required, invalid_request naming the first wrong item
 */
export async function takeOver(
  tx: Executor,
  slipKey: Buffer,
  { assignmentId, ...day }: { clientId: string; testDayId: string; assignmentId: string },
  offline: Offline,
) {
  const { clientId } = day
  await holdEnablement(tx, clientId)
  // Before anything is read: a cancellation or a start beside this one is seen whole.
  await lockAssignment(tx, { clientId, id: assignmentId })
  const row = await authorizeOnDay(tx, day, assignmentId)
  if (row === undefined) return { userId: null, taken: undefined }
  const { userId } = row
  const version = await getVersion(tx, row.version_id)
  if (row.erased_at !== null || row.restricted_at !== null || isWithheld(version, row))
    return { userId, taken: undefined, withheld: true }
  const answers = answersOf(version, offline)
  const own = { row, version, offline }
  const attempt = (await begin(tx, slipKey, own)) ?? (await lockOffline(tx, { clientId, assignmentId }))
  if (attempt === undefined || attempt.offline_id !== offline.offlineId) return { userId, taken: undefined }
  if (attempt.closed_by === 'cancelled') return { userId, taken: undefined }
  if (attempt.closed_by !== 'person') {
    // Answers to scales that were closed since the package was made are not stored; the rest of the test counts.
    const without = itemsLeftOut(version.definition, attempt.left_out)
    const asked = answers.filter(({ itemId }) => !without.has(itemId))
    await store(tx, own, attempt, asked)
    const end =
      attempt.epoch === offlineEpoch && attempt.ended_by === null ? endOf(attempt, offline) : undefined
    await endAttempt(tx, { clientId, assignmentId }, attempt.closed_by !== null, end)
  }
  const closed = await lockOffline(tx, { clientId, assignmentId })
  const { key, ...answer } = await startedAnswer(tx, row, {
    version,
    locale: offline.locale,
    attempt,
    tabletId: offline.tabletId,
  })
  const started = {
    ...answer,
    epoch: offlineEpoch,
    rescueKey: rescueKeyOf(slipKey, key).toString('base64url'),
  }
  return { userId, taken: { started, receipt: closed?.receipt ?? null } }
}

/** True when this beginning on a tablet is the one that counts. */
export const isTakenOver = async (
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  offlineId: string,
): Promise<boolean> => (await lockOffline(tx, key))?.offline_id === offlineId

/** Closes an attempt as the tablet says; one that was closed already is scored again with what came. */
async function endAttempt(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
  over: boolean,
  end: { by: 'person' | 'time'; at: Date } | undefined,
): Promise<void> {
  if (over) await closeOfflineAgain(tx, key, end)
  else if (end !== undefined) await closeOffline(tx, key, end)
}

interface Own {
  row: OwnAssignmentRow
  version: Version
  offline: Offline
}

async function begin(tx: Executor, slipKey: Buffer, { row, version, offline }: Own) {
  if (row.attempt_id !== null || row.status !== 'pending' || !offline.mayBegin) return undefined
  // A tablet whose package knows of no such notice has asked nobody.
  const declined = version.definition.notices.flatMap(({ id, scales }) =>
    scales && !offline.accepted.includes(id) ? [id] : [],
  )
  const decided = { accepted: offline.accepted, declined }
  const { locale, device, address } = offline
  // Notices are read and accepted right before a test begins.
  const startedAt = await timeAgo(tx, offline.elapsedMs)
  const how = { locale, device, channel: 'tablet', deviceAcceptedAt: startedAt, address } as const
  const leftOut = await consent(tx, row, version, decided, how)
  const accommodations = accommodationsOf(row)
  const limit = adjustedLimit(version.definition, accommodations)
  const practised = version.definition.sections.filter(({ practice = [] }) => practice.length > 0).length
  const practice = Math.min(Math.ceil(offline.practiceMs / 1000), practised * practiceSeconds)
  const attempt = await insertOffline(tx, {
    id: offlineAttemptId(slipKey, row.id),
    clientId: row.client_id,
    assignmentId: row.id,
    userId: row.userId,
    versionId: version.id,
    locale: offline.locale,
    limitSeconds: limit,
    practiceSeconds: practice,
    accommodations,
    tabletId: offline.tabletId,
    offlineId: offline.offlineId,
    startedAt,
    leftOut,
  })
  if (attempt === undefined) return undefined
  await markStarted(tx, { clientId: row.client_id, id: row.id }, attempt.started_at)
  await recordAssignmentEvents(tx, row.client_id, ['assignment.started'], [row.id])
  const open = { closed_at: null, closed_by: null, ended_by: null, receipt: null }
  return { ...attempt, ...open, offline_id: offline.offlineId }
}

const after = (start: Date, ms: number) => new Date(start.getTime() + ms)
const earlier = (a: Date, b: Date | null) => (b === null || a < b ? a : b)

async function store(
  tx: Executor,
  { row, version, offline }: Own,
  attempt: OfflineState,
  answers: readonly (Omit<OfflineAnswer, 'late'> & { timedSection: string | null; afterMs: number })[],
): Promise<void> {
  const key = { clientId: row.client_id, attemptId: attempt.id }
  const ends = new Map<string, Date>()
  for (const { id, afterMs: claimed } of offline.sections) {
    const afterMs = Math.min(claimed, offline.elapsedMs)
    const limit = version.definition.sections.find((section) => section.id === id)?.timeLimitSeconds
    const seconds = limit === undefined ? null : adjustedSeconds(limit, accommodationsOf(row))
    if (seconds === null) continue
    const startedAt = after(attempt.started_at, afterMs)
    const deadline = earlier(after(startedAt, seconds * 1000), attempt.deadline)
    ends.set(id, deadline)
    await insertSectionAt(tx, key, { id, startedAt, deadline })
  }
  const timed = answers.map(({ timedSection, afterMs, ...answer }) => {
    const given = after(attempt.started_at, afterMs)
    // A manager who ended it ended it for the tablet, too.
    const ended = attempt.ended_by === null ? null : attempt.closed_at
    const limits = [attempt.deadline, ended, (timedSection !== null && ends.get(timedSection)) || null]
    return { ...answer, late: limits.some((limit) => limit !== null && given > limit) }
  })
  await storeOffline(tx, key, offlineEpoch, timed)
  await markUsed(tx, key, offline)
}

function answersOf(version: Version, { responses, answeredAfterMs, elapsedMs }: Offline) {
  const answers = readAnswers(version, responses)
  if ('wrong' in answers) throw new FieldFailure({ [`responses.${answers.wrong}`]: { key: answers.why } })
  return answers.map((answer, at) => ({
    ...answer,
    seq: answer.seq ?? at + 1,
    // An answer without its own time counts as given just now.
    afterMs: Math.min(answeredAfterMs[answer.itemId] ?? elapsedMs, elapsedMs),
  }))
}

/** When and how the attempt ended on the tablet; undefined while it goes on. */
function endOf(
  { started_at: start, deadline }: { started_at: Date; deadline: Date | null },
  { submittedAfterMs, elapsedMs }: Offline,
): { by: 'person' | 'time'; at: Date } | undefined {
  const submitted =
    submittedAfterMs === undefined ? undefined : after(start, Math.min(submittedAfterMs, elapsedMs))
  if (submitted !== undefined && (deadline === null || submitted <= deadline))
    return { by: 'person', at: submitted }
  if (deadline !== null && after(start, elapsedMs) > deadline) return { by: 'time', at: deadline }
  return undefined
}

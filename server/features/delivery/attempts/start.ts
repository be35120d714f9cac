import { createHash } from 'node:crypto'
import type { Locale } from '#contract/fields.ts'
import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { startAttempt as startAttemptCall } from '#contract/participant.ts'
import type { DeviceClass } from '#contract/signals.ts'
import { buildForm } from '#scoring/form/form.ts'
import { scalesWithout } from '#scoring/form/left-out.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { textWith } from '#server/features/inventories/recipients.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { hashSecret, rescueKeyOf } from '#server/secrets.ts'
import { authorizeOwn, type OwnAssignmentRow } from './access.ts'
import { adjustedLimit, shownClock, withTime } from './clock/time.ts'
import { closeByTime } from './closing/close.ts'
import { accommodationsOf, asksFor, formWithContact, isWithheld, openingOf } from './my-assignments.ts'
import { lockAssignment } from './queries.ts'
import { recipientsAgreedTo } from './recipients.ts'
import { storedResponses } from './saving/stored-answers.ts'
import { insertOpening } from './signs/signal-queries.ts'
import {
  findConsents,
  findSections,
  type Given,
  insertAttemptToken,
  insertConsents,
  isOnNoTablet,
  type LeftOut,
  markStarted,
  type StartedAttempt,
  upsertAttempt,
} from './taking-queries.ts'
import { newAttemptToken, testIdOf } from './tokens.ts'

export interface Starting {
  accepted: readonly string[]
  /** The optional notices that were declined. */
  declined: readonly string[]
  /** The id of the recipients that the consent's page showed. */
  recipients?: string | undefined
  locale?: Locale | undefined
  device: DeviceClass
  /** The device does not have the test yet and says what is noted. */
  newDevice?: true | undefined
  /** The network address. */
  address: string
}

/** Starts an attempt for who asks, with the key of what their device can't send. @throws as start */
export async function startAttempt(
  db: Database,
  { id }: OwnAssignmentRow,
  { accepted = [], declined = [], ...body }: BodyOf<typeof startAttemptCall>,
  { caller, address }: Actor,
  { deps, request }: Context,
): Promise<AnswerOf<typeof startAttemptCall>> {
  const device = deviceClassOf(originOf(request).userAgent)
  const { key, ...started } = await start(db, caller, id, { ...body, accepted, declined, device, address })
  return { ...started, rescueKey: rescueKeyOf(deps.config.slipKey, key).toString('base64url') }
}

/**
 * Starts an attempt, or opens a new epoch of the one that is under way: a reload, another phone.
 * @returns what the device gets, and the attempt's key for the server
 * @throws Failure consent_required naming the notices, attempt_submitted, assignment_closed, supervised_only,
 * test_withheld, not_open_yet, test_before_pending
 */
export async function start(db: Database, caller: Caller, assignmentId: string, starting: Starting) {
  const started = await db.transaction().execute(async (tx) => {
    const before = await authorizeOwn(tx, caller, assignmentId)
    if ((await getVersion(tx, before.version_id)).definition.sensitive)
      await holdEnablement(tx, before.client_id, before.inventory_id)
    await lockAssignment(tx, { clientId: before.client_id, id: before.id })
    const row = await authorizeOwn(tx, caller, assignmentId)
    if (isOver(row)) {
      // Closing has to be committed, so the refusal is thrown outside.
      if (row.attempt_id !== null) await closeByTime(tx, { clientId: row.client_id, assignmentId: row.id })
      return undefined
    }
    refuseClosed(row)
    refuseElsewhere(row, caller)
    await refuseWithheld(tx, row)
    await refuseUnopened(tx, row, starting.locale ?? row.assignment_locale)
    return run(tx, row, starting, caller)
  })
  if (started === undefined) throw new Failure('assignment_closed')
  return started
}

/** Pending, but its clock or its due day is over and nobody has closed it yet. */
function isOver(row: OwnAssignmentRow): boolean {
  if (row.status !== 'pending') return false
  return row.deadline === null ? row.overdue : row.deadline_passed
}

function refuseClosed(row: OwnAssignmentRow): void {
  if (row.closed_by === 'person')
    throw new Failure('attempt_submitted', { details: { receipt: row.receipt } })
  if (row.status !== 'pending' || row.erased_at !== null || row.closed_by !== null)
    throw new Failure('assignment_closed')
}

async function refuseUnopened(tx: Executor, row: OwnAssignmentRow, locale: Locale): Promise<void> {
  const details = await openingOf(tx, row, locale)
  if (details === null) return
  throw new Failure(details.after === null ? 'not_open_yet' : 'test_before_pending', { details })
}

/** The failure names the client's contact, because the person can do nothing but ask there. */
async function refuseWithheld(tx: Executor, row: OwnAssignmentRow): Promise<void> {
  if (!isWithheld(await getVersion(tx, row.version_id), row)) return
  const contact = [row.client_name, row.client_phone].filter((one) => one !== '').join(', ')
  throw new Failure('test_withheld', { variables: { contact } })
}

/** A test of a test day is taken on that day's tablets. */
function refuseElsewhere(row: OwnAssignmentRow, { tablet }: Caller): void {
  if (row.supervised && tablet?.testDayId !== row.test_day_id) throw new Failure('supervised_only')
}

const channelOf = ({ tablet, invitationClientId }: Caller): Given['channel'] =>
  tablet ? 'tablet' : invitationClientId === null ? 'account' : 'link'

async function run(tx: Executor, row: OwnAssignmentRow, starting: Starting, caller: Caller) {
  const version = await getVersion(tx, row.version_id)
  const locale = starting.locale ?? row.attempt_locale ?? row.assignment_locale
  const leftOut = await consent(tx, row, version, starting, {
    locale,
    device: starting.device,
    channel: channelOf(caller),
    deviceAcceptedAt: null,
    address: starting.address,
  })
  const accommodations = accommodationsOf(row)
  // Moving a test between tablets is an action of the supervisor and no fact about its person.
  const moved =
    caller.tablet !== undefined &&
    row.attempt_id !== null &&
    (await isOnNoTablet(tx, { clientId: row.client_id, attemptId: row.attempt_id }))
  const attempt = await upsertAttempt(tx, {
    id: newId(),
    clientId: row.client_id,
    assignmentId: row.id,
    userId: row.userId,
    versionId: version.id,
    locale,
    limitSeconds: adjustedLimit(version.definition, accommodations),
    accommodations,
    tabletId: caller.tablet?.tabletId ?? null,
    sessionId: caller.sessionId,
    ownSession: caller.mailed || caller.proved,
    leftOut,
  })
  await markStarted(tx, { clientId: row.client_id, id: row.id })
  if (row.attempt_id === null)
    await recordAssignmentEvents(tx, row.client_id, ['assignment.started'], [row.id])
  if (starting.newDevice && !moved) {
    const opening = { clientId: row.client_id, attemptId: attempt.id, epoch: attempt.epoch }
    await insertOpening(tx, opening, starting.device)
  }
  return startedAnswer(tx, row, { version, locale, attempt, tabletId: caller.tablet?.tabletId ?? null })
}

/** The answer to a device that begins a test or goes on: a token of its own, the form, and what is stored. */
export async function startedAnswer(
  tx: Executor,
  row: OwnAssignmentRow,
  {
    version,
    locale,
    attempt,
    tabletId,
  }: { version: Version; locale: Locale; attempt: StartedAttempt; tabletId: string | null },
) {
  const accommodations = accommodationsOf(row)
  const key = { clientId: row.client_id, attemptId: attempt.id }
  const attemptToken = newAttemptToken(key)
  await insertAttemptToken(tx, { ...key, tokenHash: hashSecret(attemptToken), tabletId })
  const [stored, sections] = [await storedResponses(tx, key), await findSections(tx, key)]
  return {
    key,
    testId: testIdOf({ ...key, versionId: version.id }),
    attemptToken,
    epoch: attempt.epoch,
    seq: Object.values(stored).reduce((most, response) => Math.max(most, response.seq), 0),
    form: formWithContact(
      withTime(buildForm(version.definition, locale, attempt.id, attempt.left_out), accommodations),
      row,
    ),
    responses: stored,
    startedAt: attempt.started_at.toISOString(),
    accommodations,
    ...shownClock(attempt, sections),
    serverTime: (await databaseTime(tx)).toISOString(),
  }
}

function textHashOf({ definition }: Version, locale: Locale, noticeId: string, recipients = ''): Buffer {
  const { text = '' } = definition.texts[locale].notices?.[noticeId] ?? {}
  return createHash('sha256').update(textWith(text, recipients)).digest()
}

/**
 * Records which notices were read and accepted, with the text that was shown by its hash. A declined one is not recorded: what
 * is not asked is, and not why.
 * @returns what is left out of an attempt that begins now
 * @throws Failure consent_required naming those that are missing, and the consents whose page would say something else of recipients by now
 */
export async function consent(
  tx: Executor,
  row: OwnAssignmentRow,
  version: Version,
  { accepted, declined, recipients }: Pick<Starting, 'accepted' | 'declined' | 'recipients'>,
  { locale, address, ...given }: Given & { locale: Locale; address: string },
): Promise<LeftOut> {
  const { definition } = version
  const key = { clientId: row.client_id, assignmentId: row.id }
  const before = await findConsents(tx, key)
  const open = definition.notices
    .filter(asksFor(definition, row, before))
    .filter(
      (notice) => !before.some((one) => one.notice_id === notice.id && one.notice_version === notice.version),
    )
  const agreed = open.filter(({ id, scales }) => accepted.includes(id) && !(scales && declined.includes(id)))
  const missing = open
    .filter((notice) => !agreed.includes(notice) && !(notice.scales && declined.includes(notice.id)))
    .map((notice) => notice.id)
  if (missing.length > 0) throw new Failure('consent_required', { details: { missing } })
  const explicit = agreed.filter(({ kind }) => kind === 'explicit_consent')
  const shown =
    recipients === undefined || explicit.length === 0
      ? undefined
      : await recipientsAgreedTo(tx, row, locale, recipients)
  if (shown === null)
    throw new Failure('consent_required', { details: { missing: explicit.map(({ id }) => id) } })
  const consents = agreed.map((notice) => {
    const said = notice.kind === 'explicit_consent' ? shown : undefined
    return {
      noticeId: notice.id,
      noticeVersion: notice.version,
      kind: notice.kind,
      textHash: textHashOf(version, locale, notice.id, said?.text),
      recipients: said,
    }
  })
  const common = { ...key, userId: row.userId, versionId: version.id, locale, ...given }
  await insertConsents(tx, common, consents)
  if (explicit.length > 0)
    await recordAudit(tx, {
      action: 'consent_given',
      by: { userId: row.userId, address },
      // Named readers alone may know who declined a part, and admins read the client's activity.
      ...(explicit.some(({ scales }) => scales === undefined) && { clientId: row.client_id }),
      details: { code: definition.code, assignments: [row.id] },
    })
  return {
    scales: scalesWithout(
      definition,
      agreed.map(({ id }) => id),
    ),
    closed: !row.enabled,
  }
}

import { worksForClients } from '#contract/access.ts'
import type { AssignmentNote } from '#contract/board.ts'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { authorizeReadable, type ReadableClient } from '#server/authority/client.ts'
import { hiddenTests, reachesGroup } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { ownersOf } from '#server/features/assignments/access.ts'
import { authorizeOwnResult } from '#server/features/delivery/attempts/access.ts'
import { lateAnswersOf } from '#server/features/delivery/attempts/closing/late-answers.ts'
import { showsFlags } from '#server/features/delivery/attempts/consent/clinician.ts'
import { signalsOf } from '#server/features/delivery/attempts/signs/signals.ts'
import { type ResultOfAssignment, resultOf, whyWithheld } from '#server/features/delivery/results/results.ts'
import { isNamedReader, readableReports } from '#server/features/inventories/recipients.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { notesOf } from '#server/features/test-days/board/notes.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'

/** An assignment whose result its reader may see, once there is one. */
export interface ReadableAssignment {
  readonly clientId: string
  readonly assignmentId: string
  readonly reader: 'manager' | 'participant'
  readonly userId: string
  /** The client as far as a manager may see it; null for the person's own result. */
  readonly client: ReadableClient | null
  /** True when the reader may see the scales marked as sensitive. */
  readonly seesSensitive: boolean
}

/**
 * The result behind a report. A client's managers may read it, of a sensitive inventory the named ones alone; the person
 * who took the test, where the inventory says so. Everybody else learns nothing, not even that there is one.
 * @throws Failure not_found; identity_needed in a session that does not show this result and that nobody has shown to be theirs
 */
async function authorizeReport(
  db: Executor,
  caller: Caller,
  assignmentId: string,
): Promise<ReadableAssignment> {
  const assignment = await ownersOf(db, assignmentId)
  if (assignment === undefined) throw new Failure('not_found')
  const { clientId, userId, versionId, group } = assignment
  const version = await getVersion(db, versionId)
  const own = userId === caller.userId && version.definition.participantReport
  let client: ReadableClient | null = null
  if (own) await authorizeOwnResult(db, caller, assignmentId)
  else {
    if (caller.invitationClientId !== null || !worksForClients(caller)) {
      throw new Failure('not_found')
    }
    client = await authorizeReadable(db, caller, clientId)
    if (!reachesGroup(client, group)) throw new Failure('not_found')
    // Lists hide all versions of a test of which one is sensitive.
    if (hiddenTests(client).includes(version.inventoryId)) throw new Failure('not_found')
    const readable = await readableReports(db, caller, clientId)
    if (!readable(version)) throw new Failure('not_found')
  }
  return {
    clientId,
    assignmentId,
    userId,
    client,
    reader: own ? 'participant' : 'manager',
    // Single sensitive scales are for the named readers alone; where the whole inventory is sensitive nobody else is here.
    seesSensitive:
      version.definition.sensitive ||
      (!own && (await isNamedReader(db, caller, { clientId, inventoryId: version.inventoryId }))),
  }
}

export const onReport = subject(
  'report',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) =>
    authorizeReport(db, caller, assignmentId),
  ({ clientId }) => clientId,
)

/** A result with what its reader may see of it. */
export type AuthorizedReport = ResultOfAssignment &
  Omit<ReadableAssignment, 'client'> & {
    /** The number of answers after the limit that were given before it. */
    readonly lateInTime: number
    /** Never for the person's own eyes. */
    readonly signals: Report['signals']
    /** The notes made while the test was taken; null for the person who took it. */
    readonly notes: readonly AssignmentNote[] | null
    /** True for the client's clinician alone. */
    readonly showsFlags: boolean
  }

/**
 * The result itself: asked for after the query was read, whose validity doesn't depend on the state. @throws Failure
 * report_not_ready, report_erased, report_withdrawn, report_restricted
 */
export async function readResult(
  db: Executor,
  readable: ReadableAssignment,
  locale: Locale,
  caller: Pick<Caller, 'userId'>,
): Promise<AuthorizedReport> {
  const own = readable.userId === caller.userId
  const result = await resultOf(db, readable)
  if (result === undefined) {
    const why = await whyWithheld(db, readable)
    throw new Failure(why === undefined ? 'report_not_ready' : `report_${why}`)
  }
  const late = result.row.late_answers === 0 ? [] : await lateAnswersOf(db, readable, locale)
  const signals = own ? null : await signalsOf(db, readable, result.scores)
  const notes = own ? null : await notesOf(db, readable)
  const lateInTime = late.filter(({ inTime }) => inTime).length
  const flags = await showsFlags(db, readable, caller.userId)
  return { ...result, ...readable, lateInTime, signals, notes, showsFlags: flags }
}

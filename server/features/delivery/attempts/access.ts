import { requireProof } from '#server/authority/proof.ts'
import type { Executor } from '#server/db/database.ts'
import type { AttemptCaller, Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { hashSecret } from '#server/secrets.ts'
import { findOwn, findTaker, type OwnRow } from './assignment-queries.ts'
import { type AttemptRow, findByToken } from './queries.ts'
import { findWithdrawn, type WithdrawnToken } from './saving/waiting-queries.ts'
import { readAttemptToken } from './tokens.ts'

declare const own: unique symbol

/** An assignment of the caller's own. Only this module makes one. */
export type OwnAssignmentRow = OwnRow & { readonly [own]: true; readonly userId: string }

/** @throws Failure not_found for somebody else's assignment and for none at all, alike */
export async function authorizeOwn(
  db: Executor,
  caller: Caller,
  assignmentId: string,
): Promise<OwnAssignmentRow> {
  const { userId, invitationClientId: clientId, tablet } = caller
  const whose = { userId, clientId, testDayId: tablet?.testDayId }
  return branded(userId, await findOwn(db, whose, assignmentId))
}

/**
 * The same, for what the result says: a person with somebody's slip, or with a link made for them, would read it.
 * @throws Failure not_found; identity_needed in a session that does not show this result and that nobody has shown to be theirs
 */
export async function authorizeOwnResult(
  db: Executor,
  caller: Caller,
  assignmentId: string,
): Promise<OwnAssignmentRow> {
  const own = await authorizeOwn(db, caller, assignmentId)
  if (own.ended_at !== null && own.opened_in !== caller.sessionId) requireProof(caller)
  return own
}

export const onOwnResult = subject(
  'ownResult',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) =>
    authorizeOwnResult(db, caller, assignmentId),
  (own) => own.client_id,
)

export const onOwnAssignment = subject(
  'ownAssignment',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) => authorizeOwn(db, caller, assignmentId),
  (own) => own.client_id,
)

/**
 * An assignment that is taken on a test day, for a tablet of that day: the tablet vouches for the person.
 * @returns undefined where the person does not belong to the client any more, or the test to the day
 * @throws Failure not_found for an assignment of another day and for none at all, alike
 */
export async function authorizeOnDay(
  db: Executor,
  day: { clientId: string; testDayId: string },
  assignmentId: string,
): Promise<OwnAssignmentRow | undefined> {
  const taker = await findTaker(db, day, assignmentId)
  if (taker === undefined) throw new Failure('not_found')
  if (!taker.ofDay) return undefined
  const { userId } = taker
  const row = await findOwn(db, { userId, ...day }, assignmentId)
  return row && branded(userId, row)
}

/**
 * Authorizes like authorizeOwn, or by the attempt's own token.
 * @throws Failure not_authenticated for a dead token, not_found
 */
async function authorizeAttempt(
  db: Executor,
  by: AttemptCaller,
  assignmentId: string,
): Promise<OwnAssignmentRow> {
  if ('caller' in by) {
    const own = await authorizeOwn(db, by.caller, assignmentId)
    // Tests of a test day are open only to sessions of its tablets.
    if (own.supervised && by.caller.tablet?.testDayId !== own.test_day_id) throw new Failure('not_found')
    return own
  }
  const attempt = await attemptOfToken(db, by.attemptToken)
  if (attempt === undefined) throw new Failure('not_authenticated')
  if (attempt.assignment_id !== assignmentId) throw new Failure('not_found')
  const whose = { userId: attempt.user_id, clientId: attempt.client_id }
  return branded(attempt.user_id, await findOwn(db, whose, assignmentId))
}

/** An assignment of somebody who is taking its test, for their session or for the attempt's own token. */
export const onAttempt = subject(
  'attempt',
  (db, by: AttemptCaller, { assignmentId }: { assignmentId: string }) =>
    authorizeAttempt(db, by, assignmentId),
  (own) => own.client_id,
)

/** The same, or a test whose tablet was withdrawn: what is handed in there waits for a manager. */
export const onSubmission = subject(
  'attempt',
  async (
    db,
    by: AttemptCaller,
    { assignmentId }: { assignmentId: string },
  ): Promise<OwnAssignmentRow | WithdrawnToken> => {
    const withdrawn = 'attemptToken' in by ? await withdrawnTokenOf(db, by.attemptToken) : undefined
    return withdrawn?.assignment_id === assignmentId ? withdrawn : authorizeAttempt(db, by, assignmentId)
  },
  ({ client_id: clientId }) => clientId,
)

/** The attempt that a live attempt token speaks for. */
export async function attemptOfToken(db: Executor, token: string): Promise<AttemptRow | undefined> {
  const key = readAttemptToken(token)
  return key && findByToken(db, { ...key, tokenHash: hashSecret(token) })
}

/** The test that a token speaks for whose tablet was withdrawn: what comes with it waits for a manager. */
export async function withdrawnTokenOf(db: Executor, token: string): Promise<WithdrawnToken | undefined> {
  const key = readAttemptToken(token)
  return key && findWithdrawn(db, { ...key, tokenHash: hashSecret(token) })
}

function branded(userId: string, row: OwnRow | undefined): OwnAssignmentRow {
  if (row === undefined) throw new Failure('not_found')
  // The brand exists in the type alone.
  return { ...row, userId } as OwnAssignmentRow
}

import { type AuthorizedClient, authorizeReadable } from '#server/authority/client.ts'
import { idInReach, type ReadableClient, requireAllPeople } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { assignmentOfTest } from '#server/features/delivery/attempts/offline/rescue.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { type AssignmentRow, findRows } from './list-queries.ts'
import { findOwners } from './queries.ts'

export interface AuthorizedAssignment {
  readonly client: AuthorizedClient
  readonly row: AssignmentRow
}

/** Finds the client, the person and the version of an assignment, regardless of who asks. */
export const ownersOf = findOwners

/** An assignment whose person the caller may see. */
export interface ReadableAssignment {
  readonly client: ReadableClient
  readonly row: AssignmentRow
}

/** An assignment that the caller may read. @throws Failure not_found for all others */
export async function authorizeReading(
  db: Executor,
  caller: Caller,
  assignmentId: string,
): Promise<ReadableAssignment> {
  const owners = await ownersOf(db, assignmentId)
  if (owners === undefined) throw new Failure('not_found')
  const client = await authorizeReadable(db, caller, owners.clientId)
  const [row] = await findRows(db, client, [assignmentId])
  if (row === undefined) throw new Failure('not_found')
  return { client, row }
}

/**
 * An assignment of a client the caller works for.
 * @throws Failure not_found for all others; read_only for a reader of chosen groups
 */
async function authorizeAssignment(
  db: Executor,
  caller: Caller,
  assignmentId: string,
): Promise<AuthorizedAssignment> {
  const { client, row } = await authorizeReading(db, caller, assignmentId)
  return { client: requireAllPeople(client), row }
}

/** For calls that read. */
export const onReadableAssignment = subject(
  'assignment',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) =>
    authorizeReading(db, caller, assignmentId),
  ({ client }) => idInReach(client),
)

export const onAssignment = subject(
  'assignment',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) =>
    authorizeAssignment(db, caller, assignmentId),
  ({ client }) => client.id,
)

/** An assignment by the id that a device has of its test, which the server made when it began. */
export const onAssignmentOfTest = subject(
  'assignment',
  async (db, caller: Caller, { testId }: { testId: string }) =>
    authorizeAssignment(db, caller, await assignmentOfTest(db, testId)),
  ({ client }) => client.id,
)

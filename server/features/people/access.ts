import { type AuthorizedClient, authorizeReadable } from '#server/authority/client.ts'
import { idInReach, type ReadableClient, requireAllPeople } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findMember, type MemberRow } from './member-queries.ts'

/** Somebody the caller may see, and who belongs to the client now. */
export interface ReadablePerson {
  readonly client: ReadableClient
  readonly member: MemberRow
}

/** Somebody who belongs to a client of the caller's now. */
export interface AuthorizedPerson extends ReadablePerson {
  readonly client: AuthorizedClient
}

/** @throws Failure not_found */
export async function getMember(
  db: Executor,
  client: ReadableClient,
  membershipId: string,
): Promise<MemberRow> {
  const member = await findMember(db, client, membershipId)
  if (member === undefined) throw new Failure('not_found')
  return member
}

interface Params {
  clientId: string
  membershipId: string
}

async function authorizePerson(
  db: Executor,
  caller: Caller,
  { clientId, membershipId }: Params,
): Promise<ReadablePerson> {
  const client = await authorizeReadable(db, caller, clientId)
  return { client, member: await getMember(db, client, membershipId) }
}

/** For calls that read. */
export const onPerson = subject('person', authorizePerson, ({ client }) => idInReach(client))

/** Managers are not among those who are decided about. */
async function authorizeParticipant(db: Executor, caller: Caller, params: Params): Promise<ReadablePerson> {
  const found = await authorizePerson(db, caller, params)
  if (found.member.role === 'manager') throw new Failure('not_found')
  return found
}

/** For calls that read of people who take tests. */
export const onReadableParticipant = subject('person', authorizeParticipant, ({ client }) =>
  idInReach(client),
)

/** Managers are not a manager's to change. */
export const onParticipant = subject(
  'person',
  async (db, caller: Caller, params: Params): Promise<AuthorizedPerson> => {
    const { client, member } = await authorizeParticipant(db, caller, params)
    return { client: requireAllPeople(client), member }
  },
  ({ client }) => client.id,
)

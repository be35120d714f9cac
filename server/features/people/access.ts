import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findMember, type MemberRow } from './member-queries.ts'

/** Somebody who belongs to a client of the caller's now. */
export interface AuthorizedPerson {
  readonly client: AuthorizedClient
  readonly member: MemberRow
}

/** @throws Failure not_found */
export async function getMember(
  db: Executor,
  client: AuthorizedClient,
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
): Promise<AuthorizedPerson> {
  const client = await authorizeClient(db, caller, clientId)
  return { client, member: await getMember(db, client, membershipId) }
}

export const onPerson = subject('person', authorizePerson, ({ client }) => client.id)

/** Managers are not a manager's to change. */
export const onParticipant = subject(
  'person',
  async (db, caller: Caller, params: Params) => {
    const found = await authorizePerson(db, caller, params)
    if (found.member.role === 'manager') throw new Failure('not_found')
    return found
  },
  ({ client }) => client.id,
)

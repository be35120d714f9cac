import { isOperator } from '#contract/access.ts'
import type {
  Colleague,
  changeColleague as changeCall,
  inviteManagers as inviteCall,
  listColleagues as listCall,
} from '#contract/colleagues.ts'
import type { AnswerOf, BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeReadable } from '#server/authority/client.ts'
import { requireAllPeople } from '#server/authority/reach.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { invitationOf, invite, waitToInvite } from '#server/features/people/invite.ts'
import { remove } from '#server/features/people/remove.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import { type Actor, subject } from '#server/http/subject.ts'
import {
  type ColleagueRow,
  findColleague,
  findColleagues,
  hasOtherFullManager,
  isFullManager,
  managersInvite,
  setAccess,
} from './queries.ts'

export interface AuthorizedColleague {
  readonly client: AuthorizedClient
  readonly row: ColleagueRow
}

/** Somebody who manages a client of the caller's. */
export const onColleague = subject(
  'person',
  async (
    db,
    caller: Caller,
    { clientId, membershipId }: { clientId: string; membershipId: string },
  ): Promise<AuthorizedColleague> => {
    const client = requireAllPeople(await authorizeReadable(db, caller, clientId))
    const row = await findColleague(db, client, membershipId)
    if (row === undefined) throw new Failure('not_found')
    return { client, row }
  },
  ({ client }) => client.id,
)

const toColleague = (row: ColleagueRow): Colleague => ({
  membershipId: row.membership_id,
  userId: row.user_id,
  name: row.name,
  email: row.email ?? '',
  joinedAt: row.joined_at.toISOString(),
  access: row.reader ? 'reader' : 'full',
  groups: row.reader_groups,
})

export async function listColleagues(
  db: Executor,
  client: AuthorizedClient,
  { search, access, ordering = 'name', ...slice }: QueryOf<typeof listCall>,
): Promise<{ count: number; rows: Colleague[] }> {
  const filter = { search, reader: access && access === 'reader' }
  const { count, rows } = await findColleagues(db, client, filter, ordering, sliceOf(slice))
  return { count, rows: rows.map(toColleague) }
}

type Wanted = BodyOf<typeof changeCall>

/** @throws FieldFailure for groups of somebody with full access, who sees all people */
function accessOf({ access, groups }: Wanted): { reader: boolean; groups: readonly string[] | null } {
  if (access === 'full' && groups !== undefined) throw new FieldFailure({ groups: { key: 'not_permitted' } })
  return { reader: access === 'reader', groups: groups === undefined ? null : [...new Set(groups)] }
}

/**
 * Invites a colleague, who gets a mail as every manager does.
 * @throws Failure inviting_off where an admin has switched it off, client_not_active
 * @throws FieldFailure for an address of somebody who belongs to the client already, and for one that gets no account
 */
export async function inviteColleague(
  tx: Tx,
  client: AuthorizedClient,
  { email, name, ...wanted }: BodyOf<typeof inviteCall>,
  actor: Actor,
): Promise<AnswerOf<typeof inviteCall>> {
  const access = accessOf(wanted)
  await begin(tx, client, actor.caller)
  await refuseWhereOff(tx, client, actor.caller)
  const invitation = {
    ...invitationOf({ role: 'manager' }, actor.locale, actor),
    rows: [{ email, name }],
    ...(access.reader && {
      asReaders: (ids: readonly string[]) => setAccess(tx, client, ids, access),
    }),
  }
  const { created, existing, failed } = await invite(tx, client, invitation)
  const [invited] = created
  if (invited !== undefined) return { membershipId: invited.membershipId, userId: invited.userId }
  if (existing.length > 0) throw new FieldFailure({ email: { key: 'colleague_already' } })
  // The other reasons are words about this client's people, or about an account elsewhere, which managers don't learn of.
  const otherRole = failed.some(({ reason }) => reason === 'other_role')
  throw new FieldFailure(
    otherRole ? { email: { key: 'takes_tests_here' } } : { email: { key: 'cannot_be_invited' } },
  )
}

/**
 * Changes a colleague's access.
 * @throws Failure last_full_manager, inviting_off for somebody who would get full access; FieldFailure as above
 */
export async function changeColleague(
  tx: Tx,
  { client, row }: AuthorizedColleague,
  wanted: Wanted,
  actor: Actor,
): Promise<Colleague> {
  const access = accessOf(wanted)
  await begin(tx, client, actor.caller)
  if (access.reader) await keepFullManager(tx, client, row.user_id, actor.caller)
  else if (row.reader) await refuseWhereOff(tx, client, actor.caller)
  await setAccess(tx, client, [row.membership_id], access)
  await recordAudit(tx, {
    action: 'role_changed',
    reason: access.reader ? 'made_reader' : 'made_full_manager',
    by: actor,
    subjectId: row.user_id,
    clientId: client.id,
    ...(access.groups !== null && { details: { quantity: access.groups.length } }),
  })
  return toColleague({ ...row, reader: access.reader, reader_groups: access.groups && [...access.groups] })
}

/**
 * Lets nobody else change the access of this client's managers until the transaction ends, and asks again whether the caller
 * may: a request that was let in may have waited for its body while its sender was removed.
 * @throws Failure read_only
 */
async function begin(tx: Tx, client: AuthorizedClient, caller: Caller): Promise<void> {
  await waitToInvite(tx, client.id)
  if (!isOperator(caller) && !(await isFullManager(tx, client, caller.userId))) throw new Failure('read_only')
}

/** @throws Failure inviting_off where an admin has switched it off for the client's managers */
async function refuseWhereOff(tx: Tx, client: AuthorizedClient, caller: Caller): Promise<void> {
  if (!isOperator(caller) && !(await managersInvite(tx, client))) throw new Failure('inviting_off')
}

/**
 * Refuses to leave a client without anybody who may change something, unless an operator does it.
 * @throws Failure last_full_manager
 */
async function keepFullManager(
  tx: Tx,
  client: AuthorizedClient,
  userId: string,
  caller: Caller,
): Promise<void> {
  if (isOperator(caller)) return
  if (!(await hasOtherFullManager(tx, client, userId))) throw new Failure('last_full_manager')
}

/** Ends a manager's membership. @throws Failure not_found, last_full_manager */
export async function removeColleague(
  tx: Tx,
  client: AuthorizedClient,
  { user_id: userId }: { user_id: string },
  by: Actor,
): Promise<undefined> {
  await begin(tx, client, by.caller)
  await keepFullManager(tx, client, userId, by.caller)
  await remove(tx, client, { userId, role: 'manager', by })
}

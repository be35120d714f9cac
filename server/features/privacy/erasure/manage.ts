import type { erasePerson as erasePersonCall, holdPerson as holdPersonCall } from '#contract/erasure.ts'
import { foldText } from '#contract/fold.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeReadable } from '#server/authority/client.ts'
import { reachesGroup, requireAllPeople } from '#server/authority/reach.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { type Actor, type Context, subject } from '#server/http/subject.ts'
import { erasePerson } from './erase.ts'
import { markHeld } from './hold-queries.ts'
import { findMember, lockMemberships } from './person-queries.ts'
import { eraseRestricted } from './withdraw.ts'

type Erasable = Awaited<ReturnType<typeof authorizeErasable>>

async function authorizeErasable(
  db: Executor,
  caller: Caller,
  { clientId, membershipId }: { clientId: string; membershipId: string },
) {
  const client = await authorizeReadable(db, caller, clientId)
  const member = await findMember(db, { clientId, membershipId })
  // Managers are not a manager's to erase.
  if (member === undefined || member.role === 'manager') throw new Failure('not_found')
  if (!reachesGroup(client, member.group)) throw new Failure('not_found')
  return { client: requireAllPeople(client), member }
}

/** Somebody at a client of the caller's who was not erased, also where they have left. */
export const onErasable = subject('person', authorizeErasable, ({ client }) => client.id)

/** @throws Failure name_differs, and as erasePerson */
export async function eraseNamed(
  tx: Tx,
  { client, member }: Erasable,
  { confirm }: BodyOf<typeof erasePersonCall>,
  { userId, address }: Actor,
  { deps }: Context,
): Promise<undefined> {
  // Case and spaces are not what a slip of the finger on the wrong person looks like.
  if (foldText(confirm) !== foldText(member.name)) throw new Failure('name_differs')
  await erasePerson(tx, deps.config.slipKey, client, member.id, { userId, address, reason: 'manager' })
}

export async function holdPerson(
  tx: Tx,
  { client, member }: Erasable,
  { reason }: BodyOf<typeof holdPersonCall>,
  actor: Actor,
): Promise<undefined> {
  const key = { clientId: client.id, membershipId: member.id }
  if ((await lockMemberships(tx, key)).length === 0) throw new Failure('not_found')
  await markHeld(tx, key, { by: actor.userId, reason })
  const entry = { by: actor, subjectId: member.userId, clientId: client.id }
  await recordAudit(tx, { action: 'person_held', ...entry })
}

/** Ends a legal hold, and erases the answers whose consent was withdrawn meanwhile. @throws Failure not_on_hold */
export async function releasePerson(
  tx: Tx,
  { client, member }: Erasable,
  _query: undefined,
  actor: Actor,
  { deps }: Context,
): Promise<undefined> {
  const key = { clientId: client.id, membershipId: member.id }
  const members = await lockMemberships(tx, key)
  if (members.length === 0) throw new Failure('not_found')
  if (!members.some(({ held }) => held)) throw new Failure('not_on_hold')
  await markHeld(tx, key, undefined)
  const entry = { by: actor, subjectId: member.userId, clientId: client.id }
  await recordAudit(tx, { action: 'person_released', ...entry })
  for (const { id } of members)
    await eraseRestricted(tx, deps.config.slipKey, { clientId: client.id, membershipId: id })
}

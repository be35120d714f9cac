import type { InviteRow } from '#contract/people.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { countWaiting, findByAddresses } from './forecast-queries.ts'
import { type Invitee, readInviteRows } from './invite-rows.ts'
import { memberOf } from './members.ts'

/**
 * What inviting these people would take, with the client's people as they are now. Who already waits for an inventory
 * takes no second unit of it, and a row that the invitation would refuse takes none at all.
 * @returns units by inventory, in the order asked for
 */
export async function forecast(
  db: Executor,
  client: AuthorizedClient,
  { rows, inventoryIds }: { rows: readonly InviteRow[]; inventoryIds: readonly string[] },
): Promise<{ inventoryId: string; units: number }[]> {
  const ids = [...new Set(inventoryIds)]
  const { valid } = readInviteRows(rows, 'candidate')
  const { people, known } = await membersAmong(db, client.id, valid)
  const waiting = await countWaiting(db, client.id, known, ids)
  return ids.map((inventoryId) => ({ inventoryId, units: people - (waiting.get(inventoryId) ?? 0) }))
}

/** How many different people these rows come to, and the memberships of those who are here already. */
async function membersAmong(
  db: Executor,
  clientId: string,
  rows: readonly Invitee[],
): Promise<{ people: number; known: string[] }> {
  const addresses = rows.flatMap(({ email }) => email ?? [])
  const byAddress = await findByAddresses(db, clientId, addresses)
  const of = await memberOf(db, clientId, rows, (email) => byAddress.get(email))
  const found = rows.map(of)
  const fresh = found.filter((member) => member === undefined).length
  const known = found.flatMap((member) =>
    member === undefined || typeof member === 'string' || member.role === 'manager'
      ? []
      : member.membershipId,
  )
  const different = [...new Set(known)]
  return { people: fresh + different.length, known: different }
}

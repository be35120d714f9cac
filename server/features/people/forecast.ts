import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { forecastInvitation } from '#contract/people.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { coolingAmong } from '#server/features/assignments/cool-downs/cool-downs.ts'
import { refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import { countWaiting } from './forecast-queries.ts'
import { type Invitee, readInviteRows } from './invite-rows.ts'
import { memberOf } from './members.ts'
import { findByAddresses } from './queries.ts'

const maxNamed = 100

/**
 * Counts the units that inviting these people would take, with the client's people as they are now. Somebody with a
 * pending test of an inventory takes no second unit of it, somebody who took it too recently none, and neither does a
 * row that the invitation would refuse.
 * @returns units by inventory, in the order asked for, and the people left out
 */
export async function forecast(
  db: Executor,
  client: AuthorizedClient,
  { emails, inventoryIds }: BodyOf<typeof forecastInvitation>,
): Promise<AnswerOf<typeof forecastInvitation>> {
  await refuseUnknownInventories(db, inventoryIds)
  const ids = [...new Set(inventoryIds)]
  const { valid } = readInviteRows(emails, 'candidate')
  const { people, known } = await membersAmong(db, client.id, valid)
  const waiting = await countWaiting(db, client.id, known, ids)
  const cooling = await coolingAmong(db, client, { membershipIds: known, inventoryIds: ids })
  return ids.map((inventoryId) => {
    const out = cooling.filter((one) => one.inventoryId === inventoryId)
    return {
      inventoryId,
      units: people - (waiting.get(inventoryId) ?? 0) - out.length,
      coolingDown: {
        count: out.length,
        people: out
          .slice(0, maxNamed)
          .map(({ userId, name, availableFrom }) => ({ userId, name, availableFrom })),
      },
    }
  })
}

/** Counts the different people of these rows, and finds the memberships of those who are here already. */
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

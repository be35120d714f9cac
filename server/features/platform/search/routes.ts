import { isOperator } from '#contract/access.ts'
import { foldText } from '#contract/fold.ts'
import { search, searchLimit } from '#contract/search.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { take } from '#server/throttles/throttles.ts'
import { findClientsByName, findOrdersByNumber, findPeopleAnywhere } from './queries.ts'

/** One letter finds half the world and says nothing. */
const least = 2

export const searchRoutes: readonly Route[] = [
  onPlatform.read(search, async (db, _platform, query, { caller, userId }) => {
    await take(db, [{ key: `search:${userId}`, atMost: 120, seconds: 60 }])
    const folded = foldText(query.q ?? '')
    if (folded.length < least) return { people: [], clients: [], orders: [] }
    const manager = isOperator(caller) ? null : caller
    const asked = { manager, words: folded.split(' '), limit: searchLimit }
    const people = await findPeopleAnywhere(db, asked)
    const orders = await findOrdersByNumber(db, asked)
    return {
      people: people.map((row) => ({
        membershipId: row.membership_id,
        name: row.name,
        email: row.email ?? '',
        type: row.role,
        group: row.group_name,
        client: { id: row.client_id, name: row.client_name },
      })),
      clients: await findClientsByName(db, asked),
      orders: orders.map((row) => ({
        id: row.id,
        number: row.number,
        totalAmount: row.total_kurus,
        client: { id: row.client_id, name: row.client_name },
      })),
    }
  }),
]

import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { foldText } from '#contract/fold.ts'
import { search, searchLimit } from '#contract/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { take } from '#server/throttles/throttles.ts'
import { findClientsByName, findOrdersByNumber, findPeopleAnywhere } from './queries.ts'

/** One letter finds half the world and says nothing. */
const least = 2

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, search, {
    handle: async ({ query, caller }) => {
      await take(deps.db, [{ key: `search:${caller.userId}`, atMost: 120, seconds: 60 }])
      const folded = foldText(query.q ?? '')
      if (folded.length < least) return { people: [], clients: [], orders: [] }
      const managerId = isOperator(caller) ? null : caller.userId
      const asked = { managerId, words: folded.split(' '), limit: searchLimit }
      const people = await findPeopleAnywhere(deps.db, asked)
      const orders = await findOrdersByNumber(deps.db, asked)
      return {
        people: people.map((row) => ({
          membershipId: row.membership_id,
          name: row.name,
          email: row.email ?? '',
          type: row.role,
          group: row.group_name,
          client: { id: row.client_id, name: row.client_name },
        })),
        clients: await findClientsByName(deps.db, asked),
        orders: orders.map((row) => ({
          id: row.id,
          number: row.number,
          totalAmount: row.total_kurus,
          client: { id: row.client_id, name: row.client_name },
        })),
      }
    },
  })
}

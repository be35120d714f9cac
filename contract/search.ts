import { z } from 'zod'
import { clientStatus } from './clients.ts'
import { id, line } from './fields.ts'
import { call } from './kit.ts'
import { kurus } from './orders.ts'
import { membershipRole } from './people.ts'

/** A person as one client knows them; somebody of two clients is found once for each. */
const foundPerson = z.object({
  membershipId: id,
  name: z.string(),
  email: z.string(),
  type: membershipRole,
  group: z.string(),
  client: z.object({ id, name: z.string() }),
})
export type FoundPerson = z.infer<typeof foundPerson>

const foundClient = z.object({ id, name: z.string(), status: clientStatus })
export type FoundClient = z.infer<typeof foundClient>

const foundOrder = z.object({
  id,
  number: z.string(),
  totalAmount: kurus,
  client: z.object({ id, name: z.string() }),
})
export type FoundOrder = z.infer<typeof foundOrder>

/** The most answers of each kind: the search box is for going somewhere, the lists are for looking through. */
export const searchLimit = 6

export const search = call({
  name: 'search',
  method: 'GET',
  path: '/search/',
  tag: 'Search',
  summary:
    "A few people and clients by their words, and orders by number or transfer reference, of the caller's clients; of all of them for an admin",
  access: 'manager',
  query: z.strictObject({ q: line(100, 0).optional() }),
  answer: {
    status: 200,
    json: z.object({
      people: z.array(foundPerson),
      clients: z.array(foundClient),
      orders: z.array(foundOrder),
    }),
  },
  errors: ['too_many_requests'],
})

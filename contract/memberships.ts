import { z } from 'zod'
import { clientId } from './clients.ts'
import { email, id, line, locale, moment, personName, personPhone, staffNumber } from './fields.ts'
import { call } from './kit.ts'
import { peopleFilters, person } from './people.ts'

export const personParams = clientId.extend({ membershipId: id })

/** A person's page; what they were given is the assignment list with `user`. */
export const personDetails = person.extend({
  locale,
  /** The newest link of an invitation, and until when it opens. */
  link: z.object({ madeAt: moment, expiresAt: moment }).nullable(),
  /** A legal hold: nothing of them is erased until it ends. */
  hold: z.object({ since: moment, reason: z.string(), by: z.string() }).nullable(),
})

export const getPerson = call({
  name: 'getPerson',
  method: 'GET',
  path: '/clients/:clientId/people/:membershipId/',
  tag: 'People',
  summary: 'One person of a client',
  access: 'manager',
  scope: 'status:read',
  subject: 'person',
  params: personParams,
  answer: { status: 200, json: personDetails },
  errors: ['not_found'],
})

const movable = z.enum(['candidate', 'employee'])

export const updatePerson = call({
  name: 'updatePerson',
  method: 'PUT',
  path: '/clients/:clientId/people/:membershipId/',
  tag: 'People',
  summary: 'Change what a client knows of a candidate or employee; omitted fields stay as they are',
  access: 'manager',
  subject: 'person',
  params: personParams,
  body: z.strictObject({
    name: personName.optional(),
    /**
     * A new address for somebody who has none yet; another person of the client must not have it. An invitation goes out when
     * tests are pending.
     */
    email: email.optional(),
    /** Empty takes it away. */
    phone: z.union([z.literal(''), personPhone]).optional(),
    staffNumber: z.union([z.literal(''), staffNumber]).optional(),
    group: line(100, 0).optional(),
    role: movable.optional(),
  }),
  answer: { status: 200, json: personDetails },
  errors: ['not_found'],
})

const peopleFilter = z.strictObject({
  role: movable,
  search: line(100, 0).optional(),
  ...peopleFilters,
})

/** The people of a call: these, or everybody that a filter of the lists finds. */
export const chosenPeople = {
  membershipIds: z.array(id).min(1).max(10_000).optional(),
  filter: peopleFilter.optional(),
}

export const movePeople = call({
  name: 'movePeople',
  method: 'POST',
  path: '/clients/:clientId/people/move/',
  tag: 'People',
  summary: 'Move candidates and employees to a group, or out of theirs with an empty one',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({ ...chosenPeople, group: line(100, 0) }),
  answer: { status: 200, json: z.object({ moved: z.number().int() }) },
  errors: ['not_found'],
})

export const listGroups = call({
  name: 'listGroups',
  method: 'GET',
  path: '/clients/:clientId/groups/',
  tag: 'People',
  summary: 'The groups of a client with how many belong to each; people without one are under an empty name',
  access: 'manager',
  subject: 'client',
  params: clientId,
  answer: {
    status: 200,
    json: z.array(
      z.object({
        name: z.string(),
        count: z.number().int(),
        candidates: z.number().int(),
        employees: z.number().int(),
      }),
    ),
  },
  errors: ['not_found'],
})

import { z } from 'zod'
import { newOpening, newOrder } from './access-fields.ts'
import { newAccommodations } from './accommodation-fields.ts'
import { assignment } from './assignments.ts'
import { clientId } from './clients.ts'
import { day, id, line, locale, paragraph } from './fields.ts'
import { call } from './kit.ts'
import { peopleFilters } from './people.ts'

/** The most new assignments that the answer shows; the list has them all. */
export const shownAssignments = 100

/** Everybody the list of candidates or employees shows for the same role, search and filters. */
export const peopleFilter = z.strictObject({
  role: z.enum(['candidate', 'employee']),
  ...peopleFilters,
  search: line(100, 0).optional(),
})

export const createAssignments = call({
  name: 'createAssignments',
  method: 'POST',
  path: '/clients/:clientId/assignments/',
  tag: 'Assignments',
  summary:
    'Give people tests: each of the named people, or all that match a filter (10,000 at most), each of the inventories, in one transaction. `created` counts the new assignments, `assignments` shows the first 100 of them, `skipped` counts those that were pending already, `coolingDown` those that were taken too recently',
  access: 'manager',
  scope: 'assignments:write',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z
    .strictObject({
      userIds: z.array(id).min(1).max(10_000).optional(),
      filter: peopleFilter.optional(),
      inventoryIds: z.array(id).min(1).max(20),
      description: paragraph(1000, 1),
      dueDate: day.optional(),
      locale: locale.optional(),
      /** The same for every new assignment; none unless given. */
      accommodations: newAccommodations.optional(),
      opensAt: newOpening.optional(),
      /** Each person takes the tests as `inventoryIds` orders them; in any order unless given. */
      inOrder: newOrder.optional(),
      /** Leaves out who has the same inventory pending, in place of refusing the whole call. */
      skipExisting: z.boolean().optional(),
      /** Leaves out who took the same inventory too recently, in place of refusing the whole call. */
      skipCoolingDown: z.boolean().optional(),
    })
    .refine((body) => (body.userIds === undefined) !== (body.filter === undefined), {
      error: 'users_or_filter',
      path: ['userIds'],
    }),
  answer: {
    status: 201,
    json: z.object({
      created: z.number().int(),
      skipped: z.number().int(),
      coolingDown: z.number().int(),
      assignments: z.array(assignment),
    }),
  },
  errors: [
    'not_found',
    'client_not_active',
    'already_assigned',
    'cooling_down',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

import { z } from 'zod'
import { clientId } from './clients.ts'
import type { ErrorCode } from './errors.ts'
import { id } from './fields.ts'
import { call } from './kit.ts'
import { membershipRole } from './people.ts'

const removal = <
  const Name extends string,
  const Path extends string,
  const Own extends readonly ErrorCode[] = [],
>(
  name: Name,
  path: Path,
  summary: string,
  own: Own = [] as unknown as Own,
) =>
  call({
    name,
    method: 'POST',
    path,
    tag: 'People',
    summary,
    access: 'manager',
    subject: 'client',
    params: clientId,
    body: z.strictObject({ user_id: id }),
    answer: { status: 204 },
    errors: ['not_found', ...own, 'idempotency_key_reused'],
  })

export const removeManager = removal(
  'removeManager',
  '/clients/:clientId/remove_manager/',
  "End a manager's membership. From the next call on they reach the client no more. The last one with full access is removed by an admin alone",
  ['last_full_manager'],
)
export const removeCandidate = removal(
  'removeCandidate',
  '/clients/:clientId/remove_candidate/',
  "End a candidate's membership: what is pending is cancelled, units of tests never started come back, links and attempt tokens end. Completed tests and their reports stay",
)
export const removeEmployee = removal(
  'removeEmployee',
  '/clients/:clientId/remove_employee/',
  "End an employee's membership, as remove_candidate does for a candidate",
)

export const previewRemoval = call({
  name: 'previewRemoval',
  method: 'GET',
  path: '/clients/:clientId/people/:userId/removal/',
  tag: 'People',
  summary: 'What removing somebody would cancel and give back now',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId.extend({ userId: id }),
  answer: {
    status: 200,
    json: z.object({
      name: z.string(),
      role: membershipRole,
      /** Pending assignments that would be cancelled, those under way among them. */
      cancelled: z.number().int(),
      /** The number of these that were never started: their units come back. */
      unitsBack: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

import { isOperator, takesTests, worksForClients } from '#contract/access.ts'
import type { SessionUser } from './auth.ts'
import { paths } from './paths.ts'

/**
 * Whether a route is open to a person: one shared entry is enough.
 * A route without a list, or an empty list on either side, is open.
 */
export function hasAccess(
  required: readonly string[] | undefined,
  held: readonly string[] | undefined,
): boolean {
  if (!required || required.length === 0 || !held || held.length === 0) return true
  return required.some((role) => held.includes(role))
}

/** Where a person belongs after signing in. */
export function entryPath(user: unknown): string {
  if (!isUser(user)) return paths.error
  if (isOperator(user)) return paths.adminDashboard
  if (worksForClients(user)) return paths.managerDashboard
  if (takesTests(user)) return paths.myAssignments
  return paths.accessDenied
}

function isUser(user: unknown): user is Pick<SessionUser, 'authority'> {
  return typeof user === 'object' && user !== null && 'authority' in user && Array.isArray(user.authority)
}

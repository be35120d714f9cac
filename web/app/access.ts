import { entryPathOf, greetedPathOf } from '#contract/landing.ts'
import type { SessionUser } from './auth.ts'
import { paths } from './paths.ts'

/**
 * True if a route is open to a person: one shared entry is enough. A route without a list, or an empty list on either side,
 * is open.
 */
export function hasAccess(
  required: readonly string[] | undefined,
  held: readonly string[] | undefined,
): boolean {
  if (!required || required.length === 0 || !held || held.length === 0) return true
  return required.some((role) => held.includes(role))
}

/** True if an answer names a person that the screens can work with: an id, and a list of roles (which may be empty). */
export function isUser(user: unknown): user is Pick<SessionUser, 'id' | 'authority'> {
  if (typeof user !== 'object' || user === null || !('id' in user) || !('authority' in user)) return false
  const { id, authority } = user
  return typeof id === 'string' && id !== '' && Array.isArray(authority)
}

/** The address that a person belongs to after signing in. */
export const entryPath = (user: unknown): string => (isUser(user) ? entryPathOf(user) : paths.error)

/** The same for people who came by a link. */
export const greetedPath = (user: unknown): string => (isUser(user) ? greetedPathOf(user) : paths.error)

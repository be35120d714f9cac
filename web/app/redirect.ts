import { redirectParameter, redirectTarget } from '#contract/landing.ts'
import { entryPath, isUser } from './access.ts'
import { paths } from './paths.ts'

/**
 * The address after signing in: the path that was asked for, else the person's own; the error page for an unreadable user.
 */
export const landing = (search: string, user: unknown, entryOf = entryPath): string =>
  (isUser(user) ? redirectTarget(search) : undefined) ?? entryOf(user)

/** The sign-in page's address that leads back to a path. */
export function signInPath(from: string): string {
  if (from === paths.home || from.startsWith(paths.signIn)) return paths.signIn
  return withTarget(paths.signIn, from)
}

/** Another page of entering, which leads on to where this one would have led. */
export function withRedirect(path: string, search: string): string {
  const target = redirectTarget(search)
  return target === undefined ? path : withTarget(path, target)
}

/** A page of entering, which leads on to a path of ours. */
export const withTarget = (path: string, target: string): string =>
  `${path}?${redirectParameter}=${encodeURIComponent(target)}`

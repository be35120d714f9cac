import { entryPath, isUser } from './access.ts'
import { paths } from './paths.ts'

export const redirectParameter = 'redirectUrl'

/**
 * The path to go on to after signing in, when it is one of ours.
 * A scheme, `//`, a backslash or a control character anywhere could lead a browser to another origin: all refused.
 */
export function redirectTarget(search: string): string | undefined {
  const target = new URLSearchParams(search).get(redirectParameter)
  if (!target?.startsWith('/') || target.startsWith('//')) return undefined
  if (/[\\\p{Cc}]/u.test(target)) return undefined
  // `/.//host` is harmless to `new URL`, but resolves to a path that begins with `//`.
  const resolved = new URL(target, window.location.origin)
  if (resolved.origin !== window.location.origin || resolved.pathname.startsWith('//')) return undefined
  return target
}

/** Where a sign-in leads: on to the path that was asked for, else to the person's own; never past an unreadable user. */
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

/** Where somebody who came by a link chooses a password, and goes on from there. */
export function firstPasswordPath(why: 'first' | 'again', target: string): string {
  const search = new URLSearchParams({ why, [redirectParameter]: target })
  return `${paths.firstPassword}?${search}`
}

import { isOperator, takesTests, worksForClients } from './access.ts'
import {
  accessDeniedPage,
  adminDashboardPage,
  firstPasswordPage,
  managerDashboardPage,
  playerPages,
} from './pages.ts'

export const redirectParameter = 'redirectUrl'

/** Names the client that a manager's page is opened for. */
export const clientParameter = 'forClient'

/** The address of a manager's page that works on one client, whichever was chosen before: for mails. */
export const pageForClient = (address: string, clientId: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${clientParameter}=${clientId}`

/** The first page of somebody with these roles. */
export function entryPathOf(user: { authority: readonly string[] }): string {
  if (isOperator(user)) return adminDashboardPage
  if (worksForClients(user)) return managerDashboardPage
  if (takesTests(user)) return playerPages[0]
  return accessDeniedPage
}

/**
 * Like entryPathOf, for people who came by a link or a code: those who take tests see a greeting before any question.
 */
export function greetedPathOf(user: { authority: readonly string[] }): string {
  const entry = entryPathOf(user)
  return entry === playerPages[0] ? `${entry}?welcome` : entry
}

/**
 * The path to go on to after signing in, when it is one of ours.
 * A scheme, `//`, a backslash or a control character anywhere could lead a browser to another origin: all refused.
 */
export function redirectTarget(search: string): string | undefined {
  // Mail programs and people add signs to the end of a link.
  const target = new URLSearchParams(search).get(redirectParameter)?.replace(/[^\p{L}\p{N}_=/-]{1,8}$/u, '')
  if (!target?.startsWith('/') || target.startsWith('//')) return undefined
  if (/[\\\p{Cc}]/u.test(target)) return undefined
  // `/.//host` is harmless to `new URL`, but resolves to a path that begins with `//`.
  const origin = 'https://own.invalid'
  const resolved = new URL(target, origin)
  if (resolved.origin !== origin || resolved.pathname.startsWith('//')) return undefined
  return target
}

/** The page on which somebody who came by a link chooses a password, and goes on from there. */
export function firstPasswordPath(why: 'first' | 'again', target: string): string {
  const search = new URLSearchParams({ why, [redirectParameter]: target })
  return `${firstPasswordPage}?${search}`
}

/**
 * Key in the tab's storage for the second step that a link asks for, on its way from the link's page to the application.
 */
export const secondStepKey = 'terazi.secondStep'

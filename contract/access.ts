/**
 * The roles of a person. `admin` and `superuser` are stored; `manager` and `participant` follow from live memberships.
 */
export const authorities = ['superuser', 'admin', 'manager', 'participant'] as const
export type Authority = (typeof authorities)[number]

/**
 * The callers that a call accepts. Whether they may reach the record that it names is decided by a feature's access.ts.
 *
 * - `guest`: everybody.
 * - `participant`: every signed-in person, also one that came by an invitation link; reaches own assignments only.
 * - `attempt`: as `participant`, or with an attempt token in place of a session.
 * - `tablet`: with the token of a test day's tablet, and nothing else.
 * - `user`: every full session (an invitation link gives none).
 * - `manager`, `admin`, `superuser`: full sessions of these roles and the ones above.
 * - `demo`: everybody, where the installation is a demo on loopback; elsewhere the call does not exist.
 */
export const accesses = [
  'guest',
  'demo',
  'participant',
  'attempt',
  'tablet',
  'user',
  'manager',
  'admin',
  'superuser',
] as const
export type Access = (typeof accesses)[number]

/**
 * The rights of a client's API key. A call that names none refuses keys.
 *
 * - `people:write`: invite people; with tests it needs `assignments:write` as well.
 * - `assignments:write`: assign tests, and cancel, extend and remind of them.
 * - `results:read`: results and reports.
 * - `status:read`: people, assignments and how far they are, and the quota.
 */
export const scopes = ['people:write', 'assignments:write', 'results:read', 'status:read'] as const
export type Scope = (typeof scopes)[number]

const rolesFor = {
  manager: ['manager', 'admin', 'superuser'],
  admin: ['admin', 'superuser'],
  superuser: ['superuser'],
} as const satisfies Partial<Record<Access, readonly Authority[]>>

/**
 * Says whether a signed-in caller's roles open a call.
 * @param access what the contract entry requires
 * @param caller the caller's roles, and whether the session came from an invitation link
 */
export function mayCall(
  access: Access,
  caller: { authority: readonly Authority[]; invitation: boolean },
): boolean {
  if (access === 'guest' || access === 'demo' || access === 'participant' || access === 'attempt') return true
  if (caller.invitation || access === 'tablet') return false
  if (access === 'user') return true
  const roles: readonly Authority[] = rolesFor[access]
  return caller.authority.some((role) => roles.includes(role))
}

/** Somebody whose roles are asked for: a caller, or a person the caller wants to change. */
interface Held {
  readonly authority: readonly string[]
}

/** True when these roles reach people with stored roles, too: admins and superusers are a superuser's matter. */
export function managesAdmins({ authority }: Held): boolean {
  return authority.includes('superuser')
}

/** True for the platform's operators: they reach every client, other people's accounts, managers' invitations. */
export function isOperator({ authority }: Held): boolean {
  return authority.includes('admin') || authority.includes('superuser')
}

/** True when these roles work for clients: their own, or all of them. */
export function worksForClients(held: Held): boolean {
  return held.authority.includes('manager') || isOperator(held)
}

/** True when this person takes tests. */
export function takesTests({ authority }: Held): boolean {
  return authority.includes('participant')
}

/** The highest of the roles that work for clients; `manager` where there is none above. */
export function roleTowardsClients(held: Held): 'superuser' | 'admin' | 'manager' {
  if (managesAdmins(held)) return 'superuser'
  return isOperator(held) ? 'admin' : 'manager'
}

/** The roles of the people these roles may help: an admin is shown no admins. */
export function rolesWithinReach(held: Held): readonly Authority[] {
  return managesAdmins(held)
    ? authorities
    : authorities.filter((role) => role === 'manager' || role === 'participant')
}

/** The stored role that reaches further. */
export function storedRole(held: Held): 'superuser' | 'admin' | 'none' {
  if (managesAdmins(held)) return 'superuser'
  return isOperator(held) ? 'admin' : 'none'
}

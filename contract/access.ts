/** What a person may be. `admin` and `superuser` are stored; `manager` and `participant` follow from live memberships. */
export const authorities = ['superuser', 'admin', 'manager', 'participant'] as const
export type Authority = (typeof authorities)[number]

/**
 * Who may make a call. The record that a call names is a second question, answered by a feature's access.ts.
 *
 * - `guest`: everybody.
 * - `participant`: every signed-in person, also one that came by an invitation link; reaches own assignments only.
 * - `attempt`: as `participant`, or with an attempt token in place of a session.
 * - `user`: every full session (an invitation link gives none).
 * - `manager`, `admin`, `superuser`: full sessions of these roles and the ones above.
 * - `demo`: everybody, where the installation is a demo on loopback; elsewhere the call does not exist.
 */
export const accesses = [
  'guest',
  'demo',
  'participant',
  'attempt',
  'user',
  'manager',
  'admin',
  'superuser',
] as const
export type Access = (typeof accesses)[number]

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
  if (caller.invitation) return false
  if (access === 'user') return true
  const roles: readonly Authority[] = rolesFor[access]
  return caller.authority.some((role) => roles.includes(role))
}

import type { Authority } from '#contract/access.ts'
import type { SessionRow } from './queries.ts'

type Roles = Pick<SessionRow, 'authority' | 'roles' | 'ever_member' | 'invitation_client_id'>

/** Stored roles first, then manager, then participant; a person who never belonged to a client may take tests. */
export function authorityOf(session: Roles): Authority[] {
  const takesTests = session.roles.some((role) => role === 'candidate' || role === 'employee')
  if (session.invitation_client_id !== null) return takesTests ? ['participant'] : []
  const authority: Authority[] = []
  for (const role of ['superuser', 'admin'] as const)
    if (session.authority.includes(role)) authority.push(role)
  if (session.roles.includes('manager')) authority.push('manager')
  if (takesTests || (authority.length === 0 && !session.ever_member)) authority.push('participant')
  return authority
}

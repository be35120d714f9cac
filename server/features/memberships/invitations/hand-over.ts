import type { Executor } from '#server/db/database.ts'
import type { ChosenMembers } from '#server/features/memberships/filter.ts'
import { createLink, endOlderInvitations, printAgain } from '#server/features/memberships/links/links.ts'
import { Failure } from '#server/http/failure.ts'
import { findInvited, findWaiting, type Invited, type OpenTest, openTests } from './queries.ts'

export interface HandedLink {
  readonly path: string
  /** A code to type in the link's place; only where one was asked for. */
  readonly code: string | undefined
  readonly expiresAt: Date
  readonly invited: Invited
  readonly tests: readonly OpenTest[]
}

/**
 * Those of these people who have something a link would open, by name.
 * @param page.after goes on after this membership
 */
export async function waitingAmong(
  db: Executor,
  clientId: string,
  chosen: ChosenMembers,
  page: { withoutEmail: boolean; after: string | null; limit: number },
): Promise<string[]> {
  return findWaiting(db, clientId, chosen, page)
}

/** Somebody a link can be made for, and what waits for them; undefined for managers, for who is gone and while the client is suspended. */
async function waitingFor(
  db: Executor,
  { clientId, membershipId }: { clientId: string; membershipId: string },
): Promise<{ invited: Invited; tests: OpenTest[] } | undefined> {
  const invited = await findInvited(db, clientId, membershipId)
  if (invited === undefined || invited.suspended || invited.role === 'manager') return undefined
  return { invited, tests: await openTests(db, clientId, membershipId) }
}

/**
 * Makes a candidate's or employee's invitation link to hand over on paper or in a message. It opens what a mailed one
 * opens, until the last of the person's tests is due.
 * @param replace ends the older ones
 * @param provenEmail what its person has just shown to be theirs; a link verifies the address while it is still that
 * @param slipKey makes a code to type as well, with this key; the link that was printed before is used again while it
 * opens
 * @throws Failure not_found for a manager, and for somebody who is gone
 */
export async function handOverLink(
  tx: Executor,
  person: { clientId: string; membershipId: string },
  {
    by,
    replace,
    slipKey,
    provenEmail = null,
  }: { by: string; replace: boolean; slipKey?: Buffer; provenEmail?: string | null },
): Promise<HandedLink> {
  const { clientId } = person
  const waiting = await waitingFor(tx, person)
  if (waiting === undefined) throw new Failure('not_found')
  const { invited, tests } = waiting
  const ends = tests.map(({ linkEnds }) => linkEnds.getTime())
  const expiresAt =
    ends.length === 0 ? invited.emptyLinkEnds : new Date(ends.reduce((last, end) => Math.max(last, end)))
  if (replace) await endOlderInvitations(tx, invited.userId, clientId)
  const key = { userId: invited.userId, clientId, expiresAt }
  const again = slipKey && (await printAgain(tx, key, slipKey))
  if (again !== undefined) return { ...again, invited, tests }
  const { path, code } = await createLink(tx, {
    ...key,
    purpose: 'invitation',
    createdBy: by,
    ...((provenEmail === null || provenEmail !== invited.email) && { handedOver: true }),
    ...(slipKey && { slipKey }),
  })
  return { path, code, expiresAt, invited, tests }
}

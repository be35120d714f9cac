import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'

/** Says whether a code can be mailed, so that a page doesn't offer one in vain. It names no address. */
const identityNeeded = ({ provedContact }: Pick<Caller, 'provedContact'>) =>
  new Failure('identity_needed', { details: { provedContact } })

/**
 * Requires a caller who has proved to be the person, for what only they may see or do.
 * @throws Failure identity_needed
 */
export function requireProof(caller: Pick<Caller, 'proved' | 'provedContact'>): void {
  if (!caller.proved) throw identityNeeded(caller)
}

/**
 * Requires a proof, or a link in the person's own mailbox: every mail leads to where consents are withdrawn. A slip, a
 * link that was delivered in person or one that an admin made needs a code first.
 * @throws Failure identity_needed
 */
export function requireOwnMailbox(caller: Pick<Caller, 'proved' | 'provedContact' | 'mailed'>): void {
  if (!caller.proved && !caller.mailed) throw identityNeeded(caller)
}

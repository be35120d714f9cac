import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'

/**
 * What a link in the person's own mailbox reaches: every mail leads to where consents are withdrawn. A slip, a link that was
 * handed over or one that an admin made needs a code first.
 * @throws Failure identity_needed
 */
export function requireOwnMailbox({ proved, mailed }: Pick<Caller, 'proved' | 'mailed'>): void {
  if (!proved && !mailed) throw new Failure('identity_needed')
}

import { isOperator, managesAdmins } from '#contract/access.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { subject } from '#server/http/subject.ts'
import { findUser } from './queries.ts'

declare const authorized: unique symbol

/** An account that this caller may change: their own, or one below them. Only this module makes one. */
export interface AuthorizedUser {
  readonly [authorized]: true
  readonly id: string
  readonly own: boolean
  readonly email: string | null
  readonly emailVerified: boolean
  readonly authority: ('admin' | 'superuser')[]
  readonly deactivated: boolean
}

/** @throws Failure not_found for an account that does not exist and for one out of reach, alike */
export async function authorizeUser(db: Executor, caller: Caller, userId: string): Promise<AuthorizedUser> {
  const own = userId === caller.userId
  if (!own && !isOperator(caller)) throw new Failure('not_found')
  const user = await findUser(db, userId)
  if (user === undefined) throw new Failure('not_found')
  if (!own && user.authority.length > 0 && !managesAdmins(caller)) throw new Failure('not_found')
  const { id, email, authority } = user
  const found = {
    id,
    own,
    email,
    authority,
    deactivated: user.deactivated_at !== null,
    emailVerified: user.email_verified_at !== null,
  }
  // The brand exists in the type alone.
  return found as typeof found & AuthorizedUser
}

export const onUser = subject(
  'user',
  (db, caller: Caller, { userId }: { userId: string }) => authorizeUser(db, caller, userId),
  () => noClient,
)

import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { findUser } from './queries.ts'

declare const authorized: unique symbol

/** An account that this caller may change: their own, or one below them. Only this module makes one. */
export interface AuthorizedUser {
  readonly [authorized]: true
  readonly id: string
  readonly own: boolean
  readonly email: string | null
  readonly authority: ('admin' | 'superuser')[]
  readonly deactivated: boolean
}

/** Whether these roles reach people with stored roles, too: admins and superusers are a superuser's matter. */
export function managesAdmins(caller: Caller): boolean {
  return caller.authority.includes('superuser')
}

/** Whether these roles reach other people's accounts at all. */
export function managesUsers(caller: Caller): boolean {
  return managesAdmins(caller) || caller.authority.includes('admin')
}

/** @throws Failure not_found for an account that does not exist and for one out of reach, alike */
export async function authorizeUser(db: Executor, caller: Caller, userId: string): Promise<AuthorizedUser> {
  const own = userId === caller.userId
  if (!own && !managesUsers(caller)) throw new Failure('not_found')
  const user = await findUser(db, userId)
  if (user === undefined) throw new Failure('not_found')
  if (!own && user.authority.length > 0 && !managesAdmins(caller)) throw new Failure('not_found')
  const { id, email, authority } = user
  const found = { id, own, email, authority, deactivated: user.deactivated_at !== null }
  // The brand exists in the type alone.
  return found as typeof found & AuthorizedUser
}

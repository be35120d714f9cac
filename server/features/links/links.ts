import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import {
  type FoundLink,
  findLink,
  insertLink,
  lockPublicId,
  takeLink,
  voidLinks,
  voidUnused,
} from './queries.ts'

export interface NewLink {
  userId: string
  purpose: 'magic' | 'manager_invitation' | 'invitation' | 'reset' | 'verification' | 'admin_magic'
  /** The client that asks; null for links that are no invitation. */
  clientId: string | null
  createdBy: string | null
  expiresAt: Date
}

/**
 * Makes a one-time link, within the caller's transaction. A new one voids the older ones of its kind; only an invitation's older links go on
 * working, because somebody may be in the middle of a test with one.
 */
export async function createLink(tx: Executor, link: NewLink): Promise<{ path: string }> {
  const secret = newSecret()
  const publicId = await lockPublicId(tx, link.userId)
  if (link.purpose !== 'invitation') await voidUnused(tx, link.userId, link.purpose)
  await insertLink(tx, hashSecret(secret), link)
  return { path: `/${link.purpose === 'reset' ? 'reset-password' : 'magic-link'}/${publicId}/${secret}` }
}

/** A link that was opened, before anything was decided about it. */
export interface OpenedLink {
  readonly userId: string
  readonly purpose: NewLink['purpose']
  readonly clientId: string | null
  /** Its time is over. Only an invitation is handed out so: it may still say thank you, or take late answers. */
  readonly expired: boolean
}

/**
 * Opens a link by its two parts and takes it when it is of the single-use kinds.
 * @throws Failure magic_link_invalid for an unknown or used one, magic_link_expired for one whose time is over
 */
export async function openLink(db: Executor, uid: string, token: string): Promise<OpenedLink> {
  const link = await find(db, uid, token)
  // A reset link sets a password and does nothing else; asking for more does not use it up.
  if (link === undefined || link.purpose === 'reset') throw new Failure('magic_link_invalid')
  if (link.expired && link.purpose !== 'invitation') throw new Failure('magic_link_expired')
  if (link.purpose !== 'invitation' && !(await takeLink(db, hashSecret(token))))
    throw new Failure('magic_link_invalid')
  return { userId: link.user_id, purpose: link.purpose, clientId: link.client_id, expired: link.expired }
}

/**
 * The person a live reset link belongs to. Looking does not use the link up: the new password may still be refused.
 * @throws Failure reset_link_invalid for an unknown, used or other link, reset_link_expired for one whose time is over
 */
export async function findResetLink(db: Executor, uid: string, token: string): Promise<{ userId: string }> {
  const link = await find(db, uid, token)
  if (link === undefined || link.purpose !== 'reset') throw new Failure('reset_link_invalid')
  if (link.expired) throw new Failure('reset_link_expired')
  return { userId: link.user_id }
}

/** Uses a reset link up. @throws Failure reset_link_invalid when somebody else was faster */
export async function takeResetLink(db: Executor, token: string): Promise<void> {
  if (!(await takeLink(db, hashSecret(token)))) throw new Failure('reset_link_invalid')
}

/** Ends every unused link of a person but invitations, which open one client's tests and no account. */
export async function endLinks(db: Executor, userId: string): Promise<void> {
  await voidLinks(db, userId)
}

async function find(db: Executor, uid: string, token: string): Promise<FoundLink | undefined> {
  // What no link looks like is not asked for: a NUL in it would be the database's error and not the caller's.
  if (!/^[\w-]+$/.test(uid)) return undefined
  const link = await findLink(db, uid, hashSecret(token))
  return link === undefined || link.deactivated || link.used ? undefined : link
}

import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { findLink, insertLink, lockPublicId, takeLink, voidUnused } from './queries.ts'

export interface NewLink {
  userId: string
  purpose: 'magic' | 'manager_invitation' | 'invitation'
  /** The client that asks; null for a magic link. */
  clientId: string | null
  createdBy: string | null
  expiresAt: Date
}

/**
 * Makes a one-time link, within the caller's transaction. A new magic or manager link voids the older ones of its kind; an invitation's older links go on
 * working, because somebody may be in the middle of a test with one.
 */
export async function createLink(tx: Executor, link: NewLink): Promise<{ path: string }> {
  const secret = newSecret()
  const publicId = await lockPublicId(tx, link.userId)
  if (link.purpose !== 'invitation') await voidUnused(tx, link.userId, link.purpose)
  await insertLink(tx, hashSecret(secret), link)
  return { path: `/magic-link/${publicId}/${secret}` }
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
  // What no link looks like is not asked for: a NUL in it would be the database's error and not the caller's.
  if (!/^[\w-]+$/.test(uid)) throw new Failure('magic_link_invalid')
  const tokenHash = hashSecret(token)
  const link = await findLink(db, uid, tokenHash)
  if (link === undefined || link.deactivated || link.used) throw new Failure('magic_link_invalid')
  if (link.expired && link.purpose !== 'invitation') throw new Failure('magic_link_expired')
  if (link.purpose !== 'invitation' && !(await takeLink(db, tokenHash)))
    throw new Failure('magic_link_invalid')
  return { userId: link.user_id, purpose: link.purpose, clientId: link.client_id, expired: link.expired }
}

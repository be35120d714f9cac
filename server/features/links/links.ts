import type { Executor } from '#server/db/database.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { insertLink, publicIdOf, voidUnused } from './queries.ts'

export interface NewLink {
  userId: string
  purpose: 'magic' | 'manager_invitation' | 'invitation'
  /** The client that asks; null for a magic link. */
  clientId: string | null
  createdBy: string | null
  expiresAt: Date
}

/**
 * Makes a one-time link. A new magic or manager link voids the older ones of its kind; an invitation's older links go on
 * working, because somebody may be in the middle of a test with one.
 */
export async function createLink(db: Executor, link: NewLink): Promise<{ path: string }> {
  const secret = newSecret()
  const publicId = await publicIdOf(db, link.userId)
  if (link.purpose !== 'invitation') await voidUnused(db, link.userId, link.purpose)
  await insertLink(db, hashSecret(secret), link)
  return { path: `/magic-link/${publicId}/${secret}` }
}

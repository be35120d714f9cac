import { randomBytes } from 'node:crypto'
import type { avatarImage } from '#contract/avatars.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import type { AuthorizedUser } from '#server/features/access/users/access.ts'
import { accountOf, showAvatar } from '#server/features/access/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By, Context, Visitor } from '#server/http/subject.ts'
import { take } from '#server/throttles/throttles.ts'
import { drawSquare } from './picture.ts'
import { deleteAvatar, findImage, putAvatar } from './queries.ts'

/** Gives somebody a picture, under an address that no other one has had. @throws FieldFailure; too_many_requests */
export async function replaceAvatar(
  db: Database,
  { id: userId }: AuthorizedUser,
  file: Uint8Array,
  by: Actor,
) {
  await take(db, [{ key: `avatar:${by.userId}`, atMost: 60, seconds: 3600 }])
  const image = await drawSquare(file)
  const publicId = randomBytes(16).toString('base64url')
  await db.transaction().execute(async (tx) => {
    // The person first: of two pictures at once, the one shown is the one stored.
    await showAvatar(tx, userId, `/avatars/${publicId}/`)
    await putAvatar(tx, { userId, publicId, image })
    await recordChange(tx, by, userId)
  })
  return accountOf(db, userId)
}

export async function clearAvatar(tx: Tx, { id: userId }: AuthorizedUser, _query: undefined, by: Actor) {
  await showAvatar(tx, userId, '')
  await deleteAvatar(tx, userId)
  await recordChange(tx, by, userId)
  return accountOf(tx, userId)
}

/** An operator who changes somebody else's picture is on record. */
async function recordChange(tx: Executor, by: By, subjectId: string): Promise<void> {
  if (by.userId === subjectId) return
  const entry = { by, subjectId, details: { fields: ['avatar'] } }
  await recordAudit(tx, { action: 'user_changed', ...entry })
}

/** @throws Failure not_found */
export async function imageOf(
  db: Executor,
  _platform: undefined,
  _query: undefined,
  _visitor: Visitor,
  { params: { avatarId }, reply }: Context<typeof avatarImage>,
): Promise<Buffer> {
  const image = await findImage(db, avatarId)
  if (image === undefined) throw new Failure('not_found')
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  // A file from a user, even though it was redrawn: opened on its own page, it must run and load nothing.
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  reply.header('content-disposition', 'attachment; filename="avatar.webp"')
  return image
}

import { randomBytes } from 'node:crypto'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { showAvatar } from '#server/features/users/users.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { take } from '#server/throttles/throttles.ts'
import { drawSquare } from './picture.ts'
import { deleteAvatar, findImage, putAvatar } from './queries.ts'

type By = Pick<Actor, 'caller' | 'address'>

/** Gives somebody a picture, under an address that no other one has had. @throws FieldFailure; too_many_requests */
export async function replaceAvatar(db: Database, by: By, userId: string, file: Uint8Array): Promise<void> {
  await take(db, [{ key: `avatar:${by.caller.userId}`, atMost: 60, seconds: 3600 }])
  const image = await drawSquare(file)
  const publicId = randomBytes(16).toString('base64url')
  await db.transaction().execute(async (tx) => {
    // The person first: of two pictures at once, the one shown is the one stored.
    await showAvatar(tx, userId, `/avatars/${publicId}/`)
    await putAvatar(tx, { userId, publicId, image })
    await recordChange(tx, by, userId)
  })
}

export async function clearAvatar(db: Database, by: By, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await showAvatar(tx, userId, '')
    await deleteAvatar(tx, userId)
    await recordChange(tx, by, userId)
  })
}

/** An operator who changes somebody else's picture is on record. */
async function recordChange(tx: Executor, { caller, address }: By, subjectId: string): Promise<void> {
  if (caller.userId === subjectId) return
  const entry = { actorId: caller.userId, subjectId, address, details: { fields: ['avatar'] } }
  await recordAudit(tx, { action: 'user_changed', ...entry })
}

/** @throws Failure not_found */
export async function imageOf(db: Executor, publicId: string): Promise<Buffer> {
  const image = await findImage(db, publicId)
  if (image === undefined) throw new Failure('not_found')
  return image
}

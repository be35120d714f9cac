import type { Executor } from '#server/db/database.ts'

/** Puts a picture in the place of an earlier one. */
export async function putAvatar(
  db: Executor,
  avatar: { userId: string; publicId: string; image: Buffer },
): Promise<void> {
  const { userId, publicId, image } = avatar
  await db
    .insertInto('avatars')
    .values({ user_id: userId, public_id: publicId, image })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ public_id: publicId, image }))
    .execute()
}

export async function deleteAvatar(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

export async function findImage(db: Executor, publicId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('avatars')
    .select('image')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return row?.image
}

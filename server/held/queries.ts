import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Since when the installation is held, and the moment of the backup that was restored. */
interface Held {
  readonly since: Date
  readonly restoredTo: Date
}

export async function findHeld(db: Executor): Promise<Held | undefined> {
  const row = await db
    .selectFrom('platform_settings')
    .select(['held_since as since', 'restored_to as restoredTo'])
    .executeTakeFirstOrThrow()
  const { since, restoredTo } = row
  return since === null || restoredTo === null ? undefined : { since, restoredTo }
}

export async function markHeld(tx: Executor, restoredTo: Date): Promise<void> {
  await tx
    .updateTable('platform_settings')
    .set({ held_since: sql<Date>`now()`, restored_to: restoredTo })
    .execute()
}

/** @returns the moment of the backup, or undefined when it wasn't held */
export async function endHeld(tx: Executor): Promise<Date | undefined> {
  const row = await tx
    .updateTable('platform_settings')
    .set({ held_since: null })
    .where('held_since', 'is not', null)
    .returning('restored_to')
    .executeTakeFirst()
  return row?.restored_to ?? undefined
}

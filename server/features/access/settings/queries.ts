import type { PlatformSettings } from '#contract/settings.ts'
import type { Executor } from '#server/db/database.ts'

export async function readSettings(db: Executor): Promise<PlatformSettings> {
  return db
    .selectFrom('platform_settings')
    .select('require_second_factor as requireSecondFactor')
    .executeTakeFirstOrThrow()
}

/** Reads the settings and locks them until the transaction ends: of two changes the later one sees the first. */
export async function lockSettings(tx: Executor): Promise<PlatformSettings> {
  return tx
    .selectFrom('platform_settings')
    .select('require_second_factor as requireSecondFactor')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function writeSettings(db: Executor, settings: PlatformSettings): Promise<void> {
  await db
    .updateTable('platform_settings')
    .set({ require_second_factor: settings.requireSecondFactor })
    .execute()
}

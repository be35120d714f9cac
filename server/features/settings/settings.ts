import type { PlatformSettings } from '#contract/settings.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { statusOf } from '#server/features/second-factor/factor.ts'
import { endSessionsWithoutFactor } from '#server/features/sessions/sessions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { lockSettings, writeSettings } from './queries.ts'

/**
 * Changes the settings of the installation, with an audit entry. A superuser who requires the second step must have
 * one: a superuser who locks themselves out of their own session would find that out too late.
 * @throws Failure second_factor_missing
 */
export async function changeSettings(
  db: Database,
  { caller, address }: { caller: Caller; address: string },
  to: PlatformSettings,
): Promise<PlatformSettings> {
  await db.transaction().execute(async (tx) => {
    const from = await lockSettings(tx)
    if (from.requireSecondFactor === to.requireSecondFactor) return
    const required = to.requireSecondFactor === 'managers'
    if (required && !(await statusOf(tx, caller)).enabled) throw new Failure('second_factor_missing')
    await writeSettings(tx, to)
    if (required) await endSessionsWithoutFactor(tx)
    const entry = { actorId: caller.userId, subjectId: null, address, details: { from, to } }
    await recordAudit(tx, { action: 'settings_changed', ...entry })
  })
  return to
}

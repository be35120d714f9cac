import type { PlatformSettings } from '#contract/settings.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/database.ts'
import { statusOf } from '#server/features/access/second-factor/factor.ts'
import { endSessionsWithoutFactor } from '#server/features/access/sessions/sessions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { lockSettings, writeSettings } from './queries.ts'

/**
 * Changes the settings of the installation, with an audit entry. A superuser who requires the second step must have
 * one: a superuser who locks themselves out of their own session would find that out too late.
 * @throws Failure second_factor_missing
 */
export async function changeSettings(
  tx: Tx,
  _platform: undefined,
  to: PlatformSettings,
  actor: Actor,
): Promise<PlatformSettings> {
  const from = await lockSettings(tx)
  if (from.requireSecondFactor === to.requireSecondFactor) return to
  const required = to.requireSecondFactor === 'managers'
  if (required && !(await statusOf(tx, actor.caller)).enabled) throw new Failure('second_factor_missing')
  await writeSettings(tx, to)
  if (required) await endSessionsWithoutFactor(tx)
  const entry = { by: actor, subjectId: null, details: { from, to } }
  await recordAudit(tx, { action: 'settings_changed', ...entry })
  return to
}

import { recordAudit, system } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { askAboutPayments } from '#server/features/payments/sweep.ts'
import { endHeld } from '#server/held/queries.ts'
import { CliError } from './error.ts'

/**
 * Ends the holding of a restored installation: jobs run, mails leave, everybody may sign in. The provider is asked about payments.
 * @throws CliError where it isn't held
 */
export async function activate(
  db: Database,
): Promise<{ activated: true; restoredTo: string; paymentsToAsk: number }> {
  return db.transaction().execute(async (tx) => {
    const restoredTo = await endHeld(tx)
    if (restoredTo === undefined)
      throw new CliError('This installation is not held: there is nothing to activate.')
    const paymentsToAsk = await askAboutPayments(tx, restoredTo)
    await recordAudit(tx, { action: 'installation_activated', by: system, details: { paymentsToAsk } })
    return { activated: true, restoredTo: restoredTo.toISOString(), paymentsToAsk }
  })
}

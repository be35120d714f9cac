import { verifyAudit } from '#server/audit/verify.ts'
import type { Executor } from '#server/db/database.ts'
import { verifyVersions } from '#server/features/inventories/integrity.ts'
import { wrongQuotas } from '#server/features/platform/health/checks.ts'
import { publicKeyOf } from '#server/signing.ts'
import { placeOf } from './audit.ts'

/** Checks of what is stored. Nothing of it keeps a restore from ending: the backup may be the only one. */
export interface Found {
  readonly auditSeals: number
  readonly quotasWrong: number
  /** One sentence for each thing that is not as it should be. */
  readonly faults: readonly string[]
}

/** Compares the audit log with its seals, quotas with their ledger, and published tests with their hashes. */
export async function checkContent(db: Executor, slipKey: Buffer): Promise<Found> {
  const faults: string[] = []
  const { seals, broken } = await verifyAudit(db, { publicKey: publicKeyOf(slipKey), expect: undefined })
  if (broken !== undefined) faults.push(placeOf(broken))
  const quotasWrong = await wrongQuotas(db)
  if (quotasWrong > 0) faults.push(`${quotasWrong} quotas are not the sum of their ledger.`)
  await verifyVersions(db, (line) => faults.push(line))
  return { auditSeals: seals, quotasWrong, faults }
}

import { system } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { clientForErasing, erasePerson } from '#server/features/privacy/erasure/erase.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { findOldCandidates } from './queries.ts'

/** One candidate a day is over; more after days on which nothing ran. */
const most = 10

/** Erases the candidates of a week ago, as people are erased. @returns how many */
export async function eraseOldCandidates(db: Database, key: Buffer): Promise<number> {
  return isolated(await findOldCandidates(db, most), ({ clientId, membershipId }) =>
    db.transaction().execute(async (tx) => {
      const client = await clientForErasing(tx, clientId)
      await erasePerson(tx, key, client, membershipId, { ...system, reason: 'retention' })
    }),
  )
}

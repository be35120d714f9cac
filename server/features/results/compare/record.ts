import type { ExportPurpose } from '#contract/assignments.ts'
import type { Comparison } from '#contract/compare.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import type { By } from '#server/http/subject.ts'
import { countWithin, quarterHour } from '#server/throttles/throttles.ts'

/** Each result of a comparison, earlier ones that it speaks of included, for the entry that names its person. */
const resultsOf = ({ tests }: Comparison) =>
  tests.flatMap(({ code, results, changes }) =>
    [...results, ...changes].map(({ assignmentId, userId }) => ({
      subjectId: userId,
      details: { code, assignments: [assignmentId] },
    })),
  )

/** Puts on record whose results were read beside others: for each once a quarter of an hour, as for reports. */
export async function recordReading(
  db: Database,
  { id: clientId }: AuthorizedClient,
  comparison: Comparison,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { subjectId, details } of resultsOf(comparison)) {
      const key = `comparison-read:${by.userId}:${details.assignments.join()}`
      if ((await countWithin(tx, key, quarterHour)) > 1) continue
      await recordAudit(tx, { action: 'report_read', reason: 'comparison', by, subjectId, clientId, details })
    }
  })
}

/** The audit log's entry of each result in a file, so that its person's own data has it too. */
export const exportedResults = (comparison: Comparison, purpose: ExportPurpose | undefined) =>
  resultsOf(comparison).map(({ subjectId, details }) => ({
    subjectId,
    details: { ...details, ...(purpose !== undefined && { purpose }) },
  }))

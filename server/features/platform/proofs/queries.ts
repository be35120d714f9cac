import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface ProofRow {
  proof: string
  at: Date
  outcome: 'passed' | 'failed' | 'impossible'
  passedAt: Date | null
  host: string | null
  step: string | null
  findings: unknown
  seconds: number | null
}

export async function findProofs(db: Executor): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    SELECT proof, at, outcome, passed_at AS "passedAt", host, step, findings, seconds FROM proofs`.execute(db)
  return rows
}

/**
 * Writes what a proof came to. What was reported last counts, also when it happened before: a report may come from another
 * machine days later. A proof that goes on being impossible keeps the time from when it has been.
 */
export async function writeProof(
  db: Executor,
  row: Omit<ProofRow, 'at' | 'passedAt' | 'findings'> & { at: Date | null; findings: object },
): Promise<void> {
  const at = sql`coalesce(${row.at?.toISOString() ?? null}::timestamptz, now())`
  await sql`
    INSERT INTO proofs AS known (proof, at, outcome, passed_at, host, step, findings, seconds)
    VALUES (${row.proof}, ${at}, ${row.outcome}, CASE WHEN ${row.outcome} = 'passed' THEN ${at} END, ${row.host}, ${row.step},
      ${JSON.stringify(row.findings)}::jsonb, ${row.seconds})
    ON CONFLICT (proof) DO UPDATE SET outcome = excluded.outcome,
      at = CASE WHEN known.outcome = 'impossible' AND excluded.outcome = 'impossible' THEN known.at ELSE excluded.at END,
      passed_at = greatest(excluded.passed_at, known.passed_at), host = excluded.host, step = excluded.step,
      findings = excluded.findings, seconds = excluded.seconds`.execute(db)
}

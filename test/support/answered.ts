import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'

export interface Answered {
  /** Item id → value. */
  readonly answers: Readonly<Record<string, string | number>>
  readonly locale?: 'tr' | 'en'
  /** Days ago. */
  readonly ago?: number
  /** Somebody who is there already. */
  readonly userId?: string
}

/**
 * People of a client who finished a version of a test, straight into the tables, with results that have no scores.
 * @returns their assignments, in order
 */
export async function addAnswered(
  db: Executor,
  { clientId, code, by, version: number }: { clientId: string; code: string; by: string; version?: number },
  people: readonly Answered[],
): Promise<{ assignmentId: string; userId: string }[]> {
  const version = await publishedVersion(db, { code, number })
  if (version === undefined) throw new Error(`${code} is not published`)
  const rows = people.map((person) => ({
    ...person,
    isNew: person.userId === undefined,
    userId: person.userId ?? newId(),
    membershipId: newId(),
    assignmentId: newId(),
    attemptId: newId(),
    locale: person.locale ?? 'tr',
    ago: person.ago ?? 0,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ answers: _, ...row }) => row))}::jsonb)
    AS p ("userId" uuid, "membershipId" uuid, "assignmentId" uuid, "attemptId" uuid, locale text, ago int, "isNew" boolean)`
  const at = sql`now() - p.ago * interval '1 day'`
  await sql`
    INSERT INTO users (id, public_id, email, name, locale)
    SELECT p."userId", right(p."userId"::text, 12), NULL, 'Ada Deniz', p.locale FROM ${given} WHERE p."isNew"`.execute(db)
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
    SELECT ${clientId}, p."membershipId", p."userId", 'candidate', 'Ada Deniz', '' FROM ${given} WHERE p."isNew"`.execute(db)
  await sql`
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status, created_at, created_by,
      started_at, ended_at)
    SELECT ${clientId}, p."assignmentId", m.id, p."userId", ${version.inventoryId}, ${version.id}, p.locale, 'completed', ${at}, ${by},
      ${at}, ${at} FROM ${given} JOIN memberships m ON m.client_id = ${clientId} AND m.user_id = p."userId"`.execute(db)
  await sql`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, opening_locales, started_at, closed_at, closed_by, receipt)
    SELECT ${clientId}, p."attemptId", p."assignmentId", p."userId", ${version.id}, p.locale, ARRAY[p.locale], ${at}, ${at}, 'person',
      right(p."attemptId"::text, 12) FROM ${given}`.execute(db)
  await sql`
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, scores)
    SELECT ${clientId}, p."attemptId", p."assignmentId", ${version.id}, '{"scales": []}' FROM ${given}`.execute(db)
  for (let from = 0; from < rows.length; from += 200) {
    const some = rows.slice(from, from + 200).flatMap(({ attemptId, answers }) =>
      Object.entries(answers).map(([item, value], i) => ({ attemptId, item, value, ms: 1000 * (i + 1) })),
    )
    await sql`
      INSERT INTO responses (client_id, attempt_id, item_id, late, epoch, seq, value, elapsed_ms)
      SELECT ${clientId}, r."attemptId", r.item, false, 1, row_number() OVER (), r.value, r.ms
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS r ("attemptId" uuid, item text, value jsonb, ms int)`.execute(db)
  }
  return rows.map(({ assignmentId, userId }) => ({ assignmentId, userId }))
}

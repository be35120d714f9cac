import { sql } from 'kysely'
import type { Decision } from '#contract/decision-fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { amongChosen, type ChosenMembers } from '#server/features/memberships/filter.ts'
import type { Slice } from '#server/http/pages.ts'

export interface DecidedRow {
  id: string
  userId: string
  role: 'candidate' | 'employee'
  decision: Decision
  /** The note of the present decision. */
  note: string
}

/** Those of these people who are candidates or employees, locked in one order so that two who decide never block each other. */
export async function lockDecided(
  tx: Executor,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  limit: number,
): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    WITH held AS (
      SELECT m.client_id, m.id, m.user_id, m.role, m.decision FROM memberships m
      WHERE m.client_id = ${client.id} AND ${amongChosen(client, chosen)} AND m.removed_at IS NULL
        AND m.role IN ('candidate', 'employee')
      ORDER BY m.id LIMIT ${limit} FOR NO KEY UPDATE
    )
    SELECT held.id, held.user_id AS "userId", held.role, held.decision,
      coalesce((SELECT d.note FROM people_decisions d
        WHERE d.client_id = held.client_id AND d.membership_id = held.id
        ORDER BY d.decided_at DESC, d.id DESC LIMIT 1), '') AS note
    FROM held`.execute(tx)
  return rows
}

/**
 * Waits until none of the tests that these people have begun is being scored, and keeps them from it. A result that is stored
 * meanwhile would stay in the list of candidates, because neither transaction sees what the other changes.
 */
export async function lockBegunTests(
  tx: Executor,
  client: AuthorizedClient,
  membershipIds: readonly string[],
): Promise<void> {
  await sql`
    SELECT FROM assignments WHERE client_id = ${client.id} AND membership_id = ANY (${membershipIds}::uuid[])
      AND started_at IS NOT NULL
    ORDER BY membership_id, inventory_id, id FOR SHARE`.execute(tx)
}

/** Adds a decision to the history of each of these people, who are locked. */
export async function insertDecisions(
  tx: Executor,
  client: AuthorizedClient,
  people: readonly { id: string; membershipId: string }[],
  decided: { decision: Decision; note: string; by: string },
): Promise<void> {
  // The wall clock: of two transactions, the one that had to wait for the lock decides last.
  await sql`
    INSERT INTO people_decisions (client_id, id, membership_id, decision, note, decided_at, decided_by)
    SELECT ${client.id}::uuid, id, membership_id, ${decided.decision}, ${decided.note}, clock_timestamp(), ${decided.by}::uuid
    FROM unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ membershipId }) => membershipId)}::uuid[])
      AS t (id, membership_id)`.execute(tx)
}

/** Sets the present decision of these people, who are locked; with `makeEmployees` the candidates among them become employees. */
export async function setDecision(
  tx: Executor,
  client: AuthorizedClient,
  membershipIds: readonly string[],
  { decision, makeEmployees }: { decision: Decision; makeEmployees: boolean },
): Promise<void> {
  // One statement for both: each changed row is written into every index of the table.
  await sql`
    UPDATE memberships SET decision = ${decision}, role = CASE WHEN ${makeEmployees} THEN 'employee' ELSE role END
    WHERE client_id = ${client.id} AND id = ANY (${membershipIds}::uuid[])
      AND (decision <> ${decision} OR ${makeEmployees} AND role = 'candidate')`.execute(tx)
}

export interface PastDecisionRow {
  id: string
  decision: Decision
  note: string
  at: Date
  by: string
}

/** The decisions about a person, the newest first unless asked for otherwise. */
export async function findDecisions(
  db: Executor,
  clientId: string,
  membershipId: string,
  { limit, offset, oldestFirst }: Slice & { oldestFirst: boolean },
): Promise<{ count: number; rows: PastDecisionRow[] }> {
  const theirs = sql`d.client_id = ${clientId} AND d.membership_id = ${membershipId}`
  const order = sql.raw(oldestFirst ? 'ASC' : 'DESC')
  const { rows } = await sql<PastDecisionRow>`
    SELECT d.id, d.decision, d.note, d.decided_at AS at, u.name AS by
    FROM people_decisions d JOIN users u ON u.id = d.decided_by
    WHERE ${theirs} ORDER BY d.decided_at ${order}, d.id ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*) AS count FROM people_decisions d WHERE ${theirs}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

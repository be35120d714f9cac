import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

interface TabletKey {
  clientId: string
  tabletId: string
}

const notDerived = sql`
  NOT EXISTS (SELECT FROM tablet_codes k WHERE k.client_id = t.client_id AND k.tablet_id = t.id
    AND k.membership_id = p.membership_id AND k.code_turn = p.code_turn)`

/** The people of a tablet's day of whose code nothing was derived for it yet. */
export async function findUnderived(
  db: Executor,
  key: TabletKey,
  atMost?: number,
): Promise<{ testDayId: string; membershipId: string; codeTurn: number; codeNumber: number }[]> {
  const { rows } = await sql<{
    testDayId: string
    membershipId: string
    codeTurn: number
    codeNumber: number
  }>`
    SELECT p.test_day_id AS "testDayId", p.membership_id AS "membershipId", p.code_turn AS "codeTurn",
      p.code_number AS "codeNumber"
    FROM tablets t JOIN test_day_people p ON p.client_id = t.client_id AND p.test_day_id = t.test_day_id
    WHERE t.client_id = ${key.clientId} AND t.id = ${key.tabletId} AND t.revoked_at IS NULL
      AND ${notDerived}
    ORDER BY p.code_number LIMIT ${atMost ?? null}`.execute(db)
  return rows
}

/** A client's tablet that lacks something derived: of the next day first. Of days long past nothing is delivered any more. */
export async function findUnfinishedTablet(db: Executor, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM test_days d JOIN tablets t ON t.client_id = d.client_id AND t.test_day_id = d.id
    WHERE d.client_id = ${clientId} AND d.day > current_date - 10 AND t.revoked_at IS NULL
      AND EXISTS (SELECT FROM test_day_people p
        WHERE p.client_id = t.client_id AND p.test_day_id = t.test_day_id AND ${notDerived})
    ORDER BY d.day, t.id LIMIT 1`.execute(db)
  return rows[0]?.id
}

/** Keeps nothing for somebody who was removed meanwhile. */
export async function insertTabletCode(
  db: Executor,
  row: TabletKey & { membershipId: string; codeTurn: number; sealed: Buffer },
): Promise<void> {
  await sql`
    INSERT INTO tablet_codes (client_id, tablet_id, membership_id, code_turn, sealed)
    SELECT p.client_id, t.id, p.membership_id, ${row.codeTurn}::int, ${row.sealed}
    FROM tablets t JOIN test_day_people p ON p.client_id = t.client_id AND p.test_day_id = t.test_day_id
    WHERE t.client_id = ${row.clientId} AND t.id = ${row.tabletId} AND p.membership_id = ${row.membershipId}
    FOR SHARE OF p ON CONFLICT DO NOTHING`.execute(db)
}

export interface TabletCodeRow {
  tabletId: string
  membershipId: string
  codeTurn: number
  codeNumber: number | null
  sealed: Buffer
  /** True unless the code was replaced; for somebody who has left the day, true for the newest. */
  current: boolean
}

/** Finds the codes derived for a tablet, the newest of each person first. */
export async function findCodesOf(
  db: Executor,
  key: TabletKey & { testDayId: string },
  { assignmentId }: { assignmentId?: string },
): Promise<TabletCodeRow[]> {
  const { rows } = await sql<TabletCodeRow>`
    SELECT k.tablet_id AS "tabletId", k.membership_id AS "membershipId", k.code_turn AS "codeTurn",
      p.code_number AS "codeNumber", k.sealed,
      k.code_turn = coalesce(p.code_turn, max(k.code_turn) OVER (PARTITION BY k.membership_id)) AS current
    FROM tablet_codes k
    LEFT JOIN test_day_people p ON p.client_id = k.client_id AND p.test_day_id = ${key.testDayId}
      AND p.membership_id = k.membership_id
    WHERE k.client_id = ${key.clientId} AND k.tablet_id = ${key.tabletId}
      AND (${assignmentId ?? null}::uuid IS NULL AND p.membership_id IS NOT NULL OR k.membership_id = (
        SELECT membership_id FROM assignments WHERE client_id = ${key.clientId} AND id = ${assignmentId ?? null}::uuid))
    ORDER BY k.membership_id, k.code_turn DESC`.execute(db)
  return rows
}

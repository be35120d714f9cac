import { sql } from 'kysely'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

/** Lets one process at a time prepare a test. */
export async function lockSelfTest(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('self test'))`.execute(tx)
}

/** The client of the installation's own test, made where there is none. */
export async function findOrAddClient(tx: Tx, name: string): Promise<string> {
  await sql`
    INSERT INTO clients (id, name, email, phone, status, synthetic, reminder_days, managers_invite)
    VALUES (${newId()}, ${name}, '', '', 'active', true, '{}', false)
    ON CONFLICT (synthetic) WHERE synthetic DO NOTHING`.execute(tx)
  const { rows } = await sql<{ id: string }>`SELECT id FROM clients WHERE synthetic`.execute(tx)
  const [client] = rows
  if (client === undefined) throw new Error('there is no client for the own test')
  return client.id
}

export interface Candidate {
  userId: string
  membershipId: string
}

/** Today's candidate, unless a test of theirs was left unfinished. */
export async function findCandidate(tx: Tx, clientId: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    SELECT m.user_id AS "userId", m.id AS "membershipId" FROM memberships m
    WHERE m.client_id = ${clientId} AND m.removed_at IS NULL AND m.joined_at > now() - interval '23 hours 30 minutes'
      AND NOT EXISTS (SELECT FROM assignments a
        WHERE a.client_id = m.client_id AND a.membership_id = m.id AND a.status = 'pending')
    ORDER BY m.joined_at DESC LIMIT 1`.execute(tx)
  return rows[0]
}

/** Has an account be nobody's, so that nobody signs in to it and no list of people has it. */
export async function markSynthetic(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE users SET synthetic = true WHERE id = ${userId}`.execute(tx)
}

export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM one_time_links WHERE user_id = ${userId}`.execute(tx)
}

/** The units of an inventory that a client has left. */
export async function findAvailable(tx: Tx, clientId: string, inventoryId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    SELECT available FROM quotas WHERE client_id = ${clientId} AND inventory_id = ${inventoryId}`.execute(tx)
  return rows[0]?.available ?? 0
}

export async function findAttemptId(
  db: Executor,
  { clientId, assignmentId }: { clientId: string; assignmentId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM attempts WHERE client_id = ${clientId} AND assignment_id = ${assignmentId}`.execute(db)
  return rows[0]?.id
}

/** Candidates whose tests have been kept for a week, the oldest first. */
export async function findOldCandidates(
  db: Executor,
  most: number,
): Promise<{ clientId: string; membershipId: string }[]> {
  const { rows } = await sql<{ clientId: string; membershipId: string }>`
    SELECT m.client_id AS "clientId", m.id AS "membershipId"
    FROM memberships m JOIN clients c ON c.id = m.client_id AND c.synthetic
    WHERE m.erased_at IS NULL AND m.joined_at < now() - interval '7 days'
    ORDER BY m.joined_at LIMIT ${most}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { addAssignment, addMember } from './invited.ts'

/** Managers had their month to read of the periods. */
export async function letMonthPass(db: Executor): Promise<void> {
  await sql`UPDATE platform_settings SET retention_since = now() - interval '40 days'`.execute(db)
  await sql`UPDATE retention_former SET replaced_at = replaced_at - interval '40 days'`.execute(db)
}

/** Somebody who joined and ended a test so many months ago. */
export async function addEnded(
  db: Executor,
  clientId: string,
  {
    months,
    code = 'ENGLISH',
    role = 'candidate',
  }: { months: number; code?: string; role?: 'candidate' | 'employee' },
) {
  const member = await addMember(db, clientId, { role })
  const assignmentId = await addAssignment(db, clientId, member, { code })
  const ago = sql<Date>`now() - make_interval(months => ${months}::int)`
  await db
    .updateTable('assignments')
    .set({ status: 'completed', ended_at: ago, started_at: ago })
    .where('id', '=', assignmentId)
    .execute()
  await db.updateTable('memberships').set({ joined_at: ago }).where('id', '=', member.membershipId).execute()
  return { ...member, clientId, assignmentId }
}

/** The erased part of a test and its person: nothing, the test, or both. */
export async function erasedOf(
  db: Executor,
  { assignmentId, membershipId }: { assignmentId: string; membershipId: string },
): Promise<'kept' | 'test' | 'person'> {
  const { rows } = await sql<{ test: boolean; person: boolean }>`
    SELECT a.erased_at IS NOT NULL AS test, m.erased_at IS NOT NULL AS person
    FROM assignments a JOIN memberships m ON m.id = a.membership_id
    WHERE a.id = ${assignmentId} AND m.id = ${membershipId}`.execute(db)
  return rows[0]?.person ? 'person' : rows[0]?.test ? 'test' : 'kept'
}

/** Ends a test that is kept for six months, so that this number of days is left. */
export async function endsIn(db: Executor, assignmentId: string, days: number): Promise<void> {
  await sql`UPDATE assignments SET ended_at = now() + make_interval(days => ${days}::int) - interval '6 months'
    WHERE id = ${assignmentId}`.execute(db)
}

/** Lets so many months pass for all that a client has. */
export async function age(db: Executor, clientId: string, months: number): Promise<void> {
  const ago = sql`make_interval(months => ${months}::int)`
  await sql`UPDATE assignments SET created_at = created_at - ${ago}, started_at = started_at - ${ago}, ended_at = ended_at - ${ago}
    WHERE client_id = ${clientId}`.execute(db)
  await sql`UPDATE attempts SET started_at = started_at - ${ago}, closed_at = closed_at - ${ago} WHERE client_id = ${clientId}`.execute(
    db,
  )
  await sql`UPDATE responses SET stored_at = stored_at - ${ago} WHERE client_id = ${clientId}`.execute(db)
  await sql`UPDATE attempt_tokens SET created_at = created_at - ${ago} WHERE client_id = ${clientId}`.execute(
    db,
  )
  await sql`UPDATE memberships SET joined_at = joined_at - ${ago} WHERE client_id = ${clientId}`.execute(db)
}

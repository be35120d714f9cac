import { sql } from 'kysely'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { Executor } from '#server/db/database.ts'
import { practiceEnded } from './practice-queries.ts'

interface Key {
  clientId: string
  attemptId: string
}

/** Moves the end of a whole test; one without an end keeps none. */
export async function addTime(db: Executor, key: Key, seconds: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ deadline: sql`deadline + make_interval(secs => ${seconds}::float8)`, clock_moved: true })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.attemptId)
    .execute()
}

/** Moves the end of a section that still runs. */
export async function moveSection(
  db: Executor,
  { clientId, attemptId }: Key,
  sectionId: string,
  limitSeconds: number,
): Promise<void> {
  await sql`
    UPDATE attempt_sections s
    SET deadline = least(s.started_at + make_interval(secs => ${limitSeconds}::float8), t.deadline)
    FROM attempts t
    WHERE t.client_id = ${clientId} AND t.id = ${attemptId} AND s.client_id = t.client_id AND s.attempt_id = t.id
      AND s.section_id = ${sectionId} AND s.deadline > now()`.execute(db)
}

/** Stops all clocks that still run. A section whose time is over stays over. */
export async function endClocks(db: Executor, { clientId, attemptId }: Key): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ ...practiceEnded, deadline: null, clock_moved: true })
    .where('client_id', '=', clientId)
    .where('id', '=', attemptId)
    .execute()
  await db
    .deleteFrom('attempt_sections')
    .where('client_id', '=', clientId)
    .where('attempt_id', '=', attemptId)
    .where('deadline', '>', sql<Date>`now()`)
    .execute()
}

export async function findTimePercent(
  db: Executor,
  { clientId, attemptId }: Key,
): Promise<Accommodations['timePercent']> {
  const { time_percent } = await db
    .selectFrom('attempts as t')
    .innerJoin('assignments as a', (join) =>
      join.onRef('a.client_id', '=', 't.client_id').onRef('a.id', '=', 't.assignment_id'),
    )
    .select('a.time_percent')
    .where('t.client_id', '=', clientId)
    .where('t.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return time_percent
}

/** Marks that a question was read aloud. */
export async function markReadAloud(db: Executor, { clientId, attemptId }: Key): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ read_aloud_used: true })
    .where('client_id', '=', clientId)
    .where('id', '=', attemptId)
    .where('read_aloud_used', '=', false)
    .execute()
}

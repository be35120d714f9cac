import { sql } from 'kysely'
import { clockNow, isPaused } from '#server/db/attempt-clock.ts'
import type { Executor } from '#server/db/database.ts'

/** The clock of an attempt as practice has it. */
export interface Practice {
  deadline: Date | null
  practice_section: string | null
  practice_until: Date | null
  paused_at: Date | null
  breaks: number
  breaks_left: number
  break_minutes: number
  break_until: Date | null
}

interface Key {
  clientId: string
  attemptId: string
}

// A practice whose allowance is used up is none any more, whether or not somebody has ended it.
export const practiceColumns = sql`deadline, CASE WHEN ${isPaused} THEN paused_at END AS paused_at,
  breaks, breaks_left, break_minutes, CASE WHEN ${isPaused} THEN break_until END AS break_until,
  CASE WHEN practice_until > ${clockNow} THEN practice_section END AS practice_section,
  CASE WHEN practice_until > ${clockNow} THEN practice_until END AS practice_until`

/** The rest of the allowance: nothing where none is open or it is used up, and never more than was given. */
const rest = sql`least(greatest(practice_until - ${clockNow}, interval '0'), practice_time)`

/**
 * Changes to a row of `attempts` that end the open practice: the rest of its allowance is taken off the clock again.
 */
export const practiceEnded = {
  deadline: sql<Date | null>`deadline - ${rest}`,
  practice_time: sql<string>`practice_time - ${rest}`,
  practice_section: null,
  practice_until: null,
}

/**
 * Begins a section's practice and ends the one before, where the attempt has a limit, is open and not paused, and the section was
 * neither practised nor entered nor answered. The caller has locked the attempt, so that none of its answers is being
 * stored.
 */
export async function beginOnce(
  db: Executor,
  { clientId, attemptId }: Key,
  section: { id: string; itemIds: readonly string[]; seconds: number },
): Promise<void> {
  const allowance = sql`make_interval(secs => ${section.seconds}::float8)`
  await sql`
    UPDATE attempts SET deadline = deadline - ${rest} + ${allowance}, practice_time = practice_time - ${rest} + ${allowance},
      practice_section = ${section.id}, practice_until = now() + ${allowance},
      practised_sections = practised_sections || ${section.id}::text
    WHERE client_id = ${clientId} AND id = ${attemptId} AND closed_at IS NULL AND deadline > now() AND NOT ${isPaused}
      AND NOT ${section.id}::text = ANY (practised_sections)
      AND NOT EXISTS (SELECT FROM attempt_sections
        WHERE client_id = ${clientId} AND attempt_id = ${attemptId} AND section_id = ${section.id})
      AND NOT EXISTS (SELECT FROM responses
        WHERE client_id = ${clientId} AND attempt_id = ${attemptId} AND item_id = ANY (${section.itemIds}::text[]))`.execute(
    db,
  )
}

/** Ends the open practice of an open attempt, of one section or whichever it is. */
export async function endOpenPractice(
  db: Executor,
  { clientId, attemptId }: Key,
  sectionId?: string,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set(practiceEnded)
    .where('client_id', '=', clientId)
    .where('id', '=', attemptId)
    .where('closed_at', 'is', null)
    .where('practice_section', sectionId === undefined ? 'is not' : '=', sectionId ?? null)
    .execute()
}

export async function findPractice(db: Executor, { clientId, attemptId }: Key): Promise<Practice> {
  const { rows } = await sql<Practice>`
    SELECT ${practiceColumns} FROM attempts WHERE client_id = ${clientId} AND id = ${attemptId}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('an attempt that was found is gone')
  return row
}

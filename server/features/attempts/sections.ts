import type { Definition } from '#scoring/definition.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { OwnAssignmentRow } from './access.ts'
import { insertSection } from './taking-queries.ts'
import type { TestKey } from './tokens.ts'

/**
 * Starts the clock of a section with a limit of its own, once. A section without one has no clock to start.
 * @throws Failure not_found for an unknown section, attempt_not_started, attempt_submitted, assignment_closed
 */
export async function openSection(db: Executor, own: OwnAssignmentRow, sectionId: string) {
  const { definition } = await getVersion(db, own.version_id)
  const section = definition.sections.find((one) => one.id === sectionId)
  if (section === undefined) throw new Failure('not_found')
  if (own.closed_by === 'person') throw new Failure('attempt_submitted')
  if (own.status !== 'pending' || own.closed_by !== null || own.deadline_passed)
    throw new Failure('assignment_closed')
  if (own.attempt_id === null) throw new Failure('attempt_not_started')
  const serverTime = new Date().toISOString()
  if (section.timeLimitSeconds === undefined)
    return { sectionId, startedAt: serverTime, deadline: null, serverTime }
  const started = await insertSection(db, {
    clientId: own.client_id,
    attemptId: own.attempt_id,
    sectionId,
    limitSeconds: section.timeLimitSeconds,
  })
  return {
    sectionId,
    startedAt: started.started_at.toISOString(),
    deadline: started.deadline.toISOString(),
    serverTime,
  }
}

/** Starts a section's clock where an answer to it was stored; later calls change nothing. */
export async function startSectionClock(
  db: Executor,
  definition: Definition,
  { clientId, attemptId }: TestKey,
  sectionId: string,
): Promise<void> {
  const limitSeconds = definition.sections.find((section) => section.id === sectionId)?.timeLimitSeconds
  if (limitSeconds !== undefined) await insertSection(db, { clientId, attemptId, sectionId, limitSeconds })
}

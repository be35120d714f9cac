import { insertSection } from '../../taking-queries.ts'
import type { Effect } from './effect.ts'

/** A section's first answer starts its clock where nobody pressed the button; later answers change nothing. */
export const startSectionClocks: Effect = async (
  db,
  { key: { clientId, attemptId }, definition, answers },
) => {
  const timed = new Set(answers.flatMap(({ timedSection }) => timedSection ?? []))
  for (const { id: sectionId, timeLimitSeconds: limitSeconds } of definition.sections)
    if (timed.has(sectionId) && limitSeconds !== undefined)
      await insertSection(db, { clientId, attemptId, sectionId, limitSeconds })
}

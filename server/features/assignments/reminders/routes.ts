import { previewReminders, remindAssignment, remindAssignments } from '#contract/assignment-actions.ts'
import { onClient } from '#server/authority/client.ts'
import { onAssignment } from '#server/features/assignments/access.ts'
import { assignmentById } from '#server/features/assignments/assignments.ts'
import type { Route } from '#server/http/subject.ts'
import { previewReminding, reminded, remindMany, remindOne } from './remind.ts'

export const reminderRoutes: readonly Route[] = [
  onAssignment.write(remindAssignment, {
    run: remindOne,
    kept: reminded,
    answer: async (tx, { client, row }, kept, { caller, locale }) => ({
      ...(await assignmentById(tx, caller, client, row.id, locale)),
      ...kept,
    }),
  }),
  onClient.read(previewReminders, previewReminding),
  onClient.run(remindAssignments, remindMany),
]

import { z } from 'zod'
import { changeOpening as changeOpeningCall } from '#contract/access-rules.ts'
import {
  changeAccommodations as changeAccommodationsCall,
  changeManyAccommodations as changeManyAccommodationsCall,
} from '#contract/accommodations.ts'
import { createAssignments, shownAssignments } from '#contract/assigning.ts'
import {
  cancelAssignment as cancelCall,
  cancelAssignments as cancelManyCall,
  extendAssignment as extendCall,
  extendAssignments as extendManyCall,
  previewCancellation,
  previewExtension,
} from '#contract/assignment-actions.ts'
import { countAssignments, getAssignment, listAssignments } from '#contract/assignments.ts'
import { getJobFit } from '#contract/job-profiles.ts'
import { acceptLateAnswers, leaveLateAnswers, listLateAnswers } from '#contract/late-answers.ts'
import { refuseConsent } from '#contract/participant.ts'
import { importRescue } from '#contract/rescues.ts'
import { onClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { onOwnAssignment } from '#server/features/delivery/attempts/access.ts'
import { importRescued } from '#server/features/delivery/attempts/offline/rescue.ts'
import { assignmentCounts } from '#server/features/delivery/tallies/tallies.ts'
import type { Actor, Route } from '#server/http/subject.ts'
import { type AuthorizedAssignment, onAssignment, onAssignmentOfTest } from './access.ts'
import { changeAccommodations, changeManyAccommodations } from './accommodations.ts'
import { assignmentById, assignmentObjects } from './assignments.ts'
import { cancelAssignment, cancelAssignments } from './cancel.ts'
import { create, created } from './create.ts'
import { extendAssignment, extendAssignments } from './extend.ts'
import { jobFitOf } from './job-fit.ts'
import { decideLate, lateAnswers } from './late-answers.ts'
import { findAssignments } from './list-queries.ts'
import { changeOpening } from './opening.ts'
import { countForCancellation, countForExtension } from './queries.ts'
import { refuse } from './refuse.ts'
import { listWithScores } from './scores.ts'

/** An action that changes one assignment; the answer is the assignment as it then is. */
const changed = <Input>(
  run: (tx: Tx, subject: AuthorizedAssignment, input: Input, actor: Actor) => Promise<void>,
) => ({
  run: async (tx: Tx, subject: AuthorizedAssignment, input: Input, actor: Actor) => {
    await run(tx, subject, input, actor)
    return {}
  },
  kept: z.object({}),
  answer: (tx: Tx, { client, row }: AuthorizedAssignment, _kept: object, { caller, locale }: Actor) =>
    assignmentById(tx, caller, client, row.id, locale),
})

export const assignmentRoutes: readonly Route[] = [
  onOwnAssignment.write(refuseConsent, refuse),

  onClient.list(listAssignments, listWithScores),
  onClient.read(countAssignments, (db, client) => assignmentCounts(db, client.id)),
  onAssignment.read(getAssignment, (db, { client, row }, _query, { caller, locale }) =>
    assignmentById(db, caller, client, row.id, locale),
  ),
  onAssignment.read(getJobFit, jobFitOf),
  onClient.write(createAssignments, {
    run: create,
    kept: created,
    answer: async (tx, client, { ids, ...counts }, { caller, locale }) => {
      const { rows } = await findAssignments(tx, client, { ids }, 'name', {
        limit: shownAssignments,
        offset: 0,
      })
      return { ...counts, assignments: await assignmentObjects(tx, caller, client, rows, locale) }
    },
  }),

  onAssignment.write(changeAccommodationsCall, changed(changeAccommodations)),
  onAssignment.write(changeOpeningCall, changed(changeOpening)),
  onAssignment.write(cancelCall, changed(cancelAssignment)),
  onAssignment.write(extendCall, changed(extendAssignment)),

  onClient.read(previewCancellation, countForCancellation),
  onClient.read(previewExtension, countForExtension),
  onClient.run(cancelManyCall, cancelAssignments),
  onClient.run(extendManyCall, extendAssignments),
  onClient.run(changeManyAccommodationsCall, changeManyAccommodations),

  onAssignment.write(acceptLateAnswers, changed(decideLate('accepted'))),
  onAssignment.write(leaveLateAnswers, changed(decideLate('left'))),
  onAssignment.read(listLateAnswers, lateAnswers),
  onAssignmentOfTest.write(importRescue, async (tx, { client, row }, { rescue }, actor, { deps, params }) => {
    const { slipKey } = deps.config
    const imported = await importRescued(tx, { slipKey, testId: params.testId, rescue, by: actor })
    const assignment = await assignmentById(tx, actor.caller, client, row.id, actor.locale)
    return { ...imported, assignment }
  }),
]

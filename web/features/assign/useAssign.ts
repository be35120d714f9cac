import { useNavigate } from 'react-router'
import { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import { paths } from '../../app/paths.ts'
import { useAction } from '../../app/useAction.ts'
import { useAssignedToast } from '../invite/result/useAssignedToast.tsx'
import { forgetDraft } from './draft.ts'

export type AssignBody = BodyIn<typeof createAssignments>

/** Gives the tests, and leads on to the list that has them. The same attempt has the same name, however often it is sent. */
export function useAssign(clientId: string) {
  const tell = useAssignedToast()
  const navigate = useNavigate()
  const assigning = useAction(createAssignments, {
    inline: true,
    after: ({ created, skipped, coolingDown }) => {
      forgetDraft(clientId)
      tell({ created, waiting: skipped, coolingDown })
      void navigate(paths.assignments)
    },
  })
  return { ...assigning, mutate: (body: AssignBody) => assigning.mutate({ params: { clientId }, body }) }
}

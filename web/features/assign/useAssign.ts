import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { useAssignedToast } from '../invite/result/useAssignedToast.tsx'
import { forgetDraft } from './draft.ts'

export type AssignBody = BodyIn<typeof createAssignments>

/** Gives the tests, and leads on to the list that has them. The same attempt has the same name, however often it is sent. */
export function useAssign(clientId: string) {
  const tell = useAssignedToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const keyed = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: AssignBody) =>
      keyed(body, (headers) => api(createAssignments, { params: { clientId }, body, headers })),
    onSuccess: ({ created, skipped, coolingDown }) => {
      forgetDraft(clientId)
      tell({ created, waiting: skipped, coolingDown })
      void navigate(paths.assignments)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', clientId] }),
  })
}

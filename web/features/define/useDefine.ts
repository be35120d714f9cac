import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSameKey } from '../clients/useSameKey.ts'
import { forgetDraft } from './draft.ts'
import { useGivenToast } from './useGivenToast.tsx'

export type DefineBody = BodyIn<typeof createAssignments>

/** Gives the tests, and leads on to the list that has them. The same attempt has the same name, however often it is sent. */
export function useDefine(clientId: string) {
  const tell = useGivenToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const keyed = useSameKey()
  return useMutation({
    mutationFn: (body: DefineBody) =>
      keyed(body, (headers) => api(createAssignments, { params: { clientId }, body, headers })),
    onSuccess: ({ created, skipped }) => {
      forgetDraft(clientId)
      tell({ created, waiting: skipped })
      void navigate(paths.assignments)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', clientId] }),
  })
}

import { useQuery } from '@tanstack/react-query'
import { countAssignments } from '#contract/assignments.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { api } from '../api.ts'
import { useSelectedClient } from '../clientSelection.ts'

/** The chosen client's number of assignments in each status, for the numbers beside links. */
export function useCounts(): AnswerOf<typeof countAssignments> | undefined {
  const client = useSelectedClient()
  const { data } = useQuery({
    queryKey: ['client', client?.value, 'counts'],
    queryFn: ({ signal }) => api(countAssignments, { params: { clientId: client?.value ?? '' }, signal }),
    enabled: client !== null,
    staleTime: 60_000,
  })
  return data
}

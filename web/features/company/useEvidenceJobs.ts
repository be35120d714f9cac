import { useQuery } from '@tanstack/react-query'
import { listEvidenceJobs } from '#contract/evidence.ts'
import { api } from '../../app/api.ts'

const askEveryMs = 1000

export const evidenceJobsKey = (clientId: string) => ['client', clientId, 'evidenceJobs'] as const

/** The files of evidence that the reader may have, and the one that is being made; followed until it is there. */
export function useEvidenceJobs(clientId: string) {
  const { data } = useQuery({
    queryKey: evidenceJobsKey(clientId),
    queryFn: ({ signal }) => api(listEvidenceJobs, { params: { clientId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ finishedAt }) => finishedAt === null) ? askEveryMs : false,
  })
  return data?.jobs ?? []
}

import { useQuery } from '@tanstack/react-query'
import { listReportFiles } from '#contract/report-files.ts'
import { api } from '../../../app/api.ts'

const askEveryMs = 1000

/** The reader's files of reports, and the one that is being made; followed until it is there. */
export const useReportFiles = (clientId: string) =>
  useQuery({
    queryKey: ['client', clientId, 'reportFiles'],
    queryFn: ({ signal }) => api(listReportFiles, { params: { clientId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ finishedAt }) => finishedAt === null) ? askEveryMs : false,
  })

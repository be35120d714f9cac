import { useQuery } from '@tanstack/react-query'
import { getTestDay } from '#contract/test-days.ts'
import { api } from '../../app/api.ts'

/** Tablets are heard of now and then, and nothing else tells of it. */
const tabletsEveryMs = 15_000

export function useTestDay(clientId: string, testDayId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'testDay', testDayId],
    queryFn: ({ signal }) => api(getTestDay, { params: { clientId, testDayId }, signal }),
    refetchInterval: tabletsEveryMs,
  })
}

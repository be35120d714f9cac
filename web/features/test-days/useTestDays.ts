import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTestDay, listTestDays } from '#contract/test-days.ts'
import { api } from '../../app/api.ts'
import { pageOf } from '../../app/listQuery.ts'
import type { useTableParams } from '../../app/tableParams.ts'

const orderings = listTestDays.query.shape.ordering

export function useTestDays(clientId: string, params: ReturnType<typeof useTableParams>) {
  const query = pageOf(params, orderings)
  return useQuery({
    queryKey: ['client', clientId, 'testDays', query],
    queryFn: ({ signal }) => api(listTestDays, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Tablets are heard of now and then, and nothing else tells of it. */
const tabletsEveryMs = 15_000

export function useTestDay(clientId: string, testDayId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'testDay', testDayId],
    queryFn: ({ signal }) => api(getTestDay, { params: { clientId, testDayId }, signal }),
    refetchInterval: tabletsEveryMs,
  })
}

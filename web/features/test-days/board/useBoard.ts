import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { liveBoard } from '#contract/board.ts'
import type { QueryIn } from '#contract/kit.ts'
import { api } from '../../../app/api.ts'

export type BoardFilter = QueryIn<typeof liveBoard>

const everyMs = 1500
/** A line that has died would otherwise keep the next question waiting for a minute. */
const patienceMs = 8000

/**
 * Who does what now, asked again and again while somebody looks. Rows that did not change keep their identity, so only
 * those that did are drawn again.
 */
export function useBoard(clientId: string, filter: BoardFilter) {
  return useQuery({
    // Not under the client's key: every answer that arrives would ask for the board once more.
    queryKey: ['board', clientId, filter],
    queryFn: ({ signal }) =>
      api(liveBoard, {
        params: { clientId },
        query: filter,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      }),
    refetchInterval: everyMs,
    staleTime: 0,
    // The next question comes soon enough.
    retry: false,
    placeholderData: keepPreviousData,
  })
}

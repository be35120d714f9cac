import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { liveBoard } from '#contract/board.ts'
import type { QueryIn } from '#contract/kit.ts'
import { api } from '../../../app/api.ts'

export type BoardFilter = QueryIn<typeof liveBoard>

const everyMs = 1500
/** A line that has died would otherwise keep the next question waiting for a minute. */
const patienceMs = 8000

/**
 * The people's current states, polled while somebody looks. Unchanged rows keep their identity, so only changed ones are
 * drawn again.
 */
export function useBoard(clientId: string, filter: BoardFilter) {
  return useQuery({
    // The key is not under the client's: every answer that arrives would refetch the board.
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

import { useEffect } from 'react'
import { clientEvents } from '#contract/live.ts'
import { apiStream } from './api.ts'
import { follow } from './follow.ts'
import { queryClient } from './queryClient.ts'

/** Queries that fill forms: they must not change under somebody's hands. */
const forms: readonly unknown[] = ['company', 'record']

/** Keeps everything on the screen that was asked about a client up to date while somebody looks at it. */
export function useLive(clientId: string | undefined): void {
  useEffect(() => {
    if (clientId === undefined) return
    return follow({
      open: (signal) => apiStream(clientEvents, { params: { clientId }, signal }),
      onChange: () => lookAgain(clientId),
    })
  }, [clientId])
}

/**
 * Requests again what the screen shows. What is still asked for the first time may have been read before the change.
 */
function lookAgain(clientId: string): void {
  const concerned = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [subject, id, what] }) =>
      subject === 'client' && id === clientId && !forms.includes(what),
  })
  for (const { queryKey, state, promise } of concerned) {
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true })
    // Asked again now, it would be answered by the question that is under way.
    if (state.fetchStatus === 'fetching' && state.data === undefined) void promise?.then(again, again)
    else again()
  }
}

import { useEffect } from 'react'
import { clientEvents } from '#contract/live.ts'
import { apiStream } from './api.ts'
import { follow } from './follow.ts'
import { queryClient } from './queryClient.ts'

/** What a form was filled from: it must not change under somebody's hands. */
const forms: readonly unknown[] = ['company', 'record']

/** Keeps everything on the screen that was asked about a client up to date while somebody looks at it. */
export function useLive(clientId: string | undefined): void {
  useEffect(() => {
    if (clientId === undefined) return
    return follow({
      open: (signal) => apiStream(clientEvents, { params: { clientId }, signal }),
      onChange: () =>
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [subject, id, what] }) =>
            subject === 'client' && id === clientId && !forms.includes(what),
        }),
    })
  }, [clientId])
}

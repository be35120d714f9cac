import { useQuery } from '@tanstack/react-query'
import { previewCancellation, previewExtension, previewReminders } from '#contract/assignment-actions.ts'
import { api } from '../../../app/api.ts'
import type { Cancellation, Extension, Reminding, Target } from './target.ts'

/** The effect of an action, shown before it is done. */
export interface Forecast<Known> {
  known: Known | undefined
  asking: boolean
  failed: boolean
}

// Requested each time: people keep starting tests, and days keep ending.
const fresh = { staleTime: 0, gcTime: 0 } as const

export function useCancellation(clientId: string, target: Target, opened: boolean): Forecast<Cancellation> {
  const filter = target.which.filter ?? {}
  const asked = useQuery({
    queryKey: ['client', clientId, 'cancellation', filter],
    queryFn: ({ signal }) => api(previewCancellation, { params: { clientId }, query: filter, signal }),
    enabled: opened && target.cancellation === null,
    ...fresh,
  })
  return { known: target.cancellation ?? asked.data, asking: asked.isLoading, failed: asked.isError }
}

export function useExtension(clientId: string, target: Target, opened: boolean): Forecast<Extension> {
  const filter = target.which.filter ?? {}
  const asked = useQuery({
    queryKey: ['client', clientId, 'extension', filter],
    queryFn: ({ signal }) => api(previewExtension, { params: { clientId }, query: filter, signal }),
    enabled: opened && target.extension === null,
    ...fresh,
  })
  return { known: target.extension ?? asked.data, asking: asked.isLoading, failed: asked.isError }
}

export function useReminding(
  clientId: string,
  target: Pick<Target, 'which' | 'reminding'>,
  opened: boolean,
): Forecast<Reminding> {
  const filter = target.which.filter ?? {}
  const asked = useQuery({
    queryKey: ['client', clientId, 'reminding', filter],
    queryFn: ({ signal }) => api(previewReminders, { params: { clientId }, query: filter, signal }),
    enabled: opened && target.reminding === null,
    ...fresh,
  })
  return { known: target.reminding ?? asked.data, asking: asked.isLoading, failed: asked.isError }
}

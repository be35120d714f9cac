import { useQuery } from '@tanstack/react-query'
import { getSystem } from '#contract/system.ts'
import { api } from '../../../app/api.ts'

/** The state of the installation, asked for again and again while the page is open. */
export function useSystem() {
  return useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => api(getSystem, { signal }),
    staleTime: 0,
    refetchInterval: 15_000,
  })
}

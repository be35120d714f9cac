import { useQueryClient } from '@tanstack/react-query'

/** The lists of requests, of one client and of all. */
export function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('requests') })
}

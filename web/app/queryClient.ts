import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiError.ts'

/** An answer that says no will say it again; only a missing answer or a server in trouble is worth another try. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 60_000, staleTime: 10_000, retry: worthRetrying },
    mutations: { retry: false },
  },
})

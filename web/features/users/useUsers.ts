import { useQuery } from '@tanstack/react-query'
import { getUser } from '#contract/users.ts'
import { api } from '../../app/api.ts'

export function useUser(userId: string) {
  return useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => api(getUser, { params: { userId }, signal }),
    // The person may be on the telephone, so the data must be current.
    staleTime: 0,
  })
}

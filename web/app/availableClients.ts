import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listClients } from '#contract/clients.ts'
import { api } from './api.ts'
import { useAuth } from './auth.ts'
import { selectClient, takeNewName, useSelectedClient } from './clientSelection.ts'

/** The clients this person may work for, by a search on their name. A single one is chosen without asking. */
export function useAvailableClients(search = '') {
  const signedInAs = useAuth((state) => state.user.id)
  const selected = useSelectedClient()
  const query = useQuery({
    queryKey: ['clients', 'available', signedInAs, search],
    queryFn: async ({ signal }) => {
      const page = await api(listClients, { query: { search, page_size: '50', ordering: 'name' }, signal })
      takeNewName(page.results)
      return page
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const only = search === '' && query.data?.count === 1 ? query.data.results[0] : undefined

  useEffect(() => {
    if (only && !selected) selectClient({ value: only.id, label: only.name })
  }, [only, selected])

  return query
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { listClients } from '#contract/clients.ts'
import { api } from './api.ts'
import { useAuth } from './auth.ts'
import { tabSlice } from './storage.ts'

export interface SelectedClient {
  value: string
  label: string
}

interface ClientSelection {
  selectedClient: SelectedClient | null
}

/** Kept for the tab: a reload changes nothing, and two tabs can work for two clients. */
const useSelection = create<ClientSelection>()(
  persist(() => ({ selectedClient: null as SelectedClient | null }), {
    name: 'terazi.client',
    version: 0,
    storage: createJSONStorage(() => tabSlice),
  }),
)

export const useSelectedClient = () => useSelection((state) => state.selectedClient)

export function selectClient(selectedClient: SelectedClient) {
  useSelection.setState({ selectedClient })
}

export function forgetSelectedClient() {
  useSelection.setState({ selectedClient: null })
}

/** The clients this person may work for, by a search on their name. A single one is chosen without asking. */
export function useAvailableClients(search = '') {
  const signedInAs = useAuth((state) => state.user.id)
  const selected = useSelectedClient()
  const query = useQuery({
    queryKey: ['clients', 'available', signedInAs, search],
    queryFn: ({ signal }) =>
      api(listClients, { query: { search, page_size: '50', ordering: 'name' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const only = search === '' && query.data?.count === 1 ? query.data.results[0] : undefined

  useEffect(() => {
    if (only && !selected) selectClient({ value: only.id, label: only.name })
  }, [only, selected])

  return query
}

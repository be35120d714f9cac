import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { slicesIn, tabSlice } from './storage.ts'

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
    storage: slicesIn(tabSlice),
  }),
)

export const useSelectedClient = () => useSelection((state) => state.selectedClient)

export const selectedClientId = () => useSelection.getState().selectedClient?.value ?? null

export function selectClient(selectedClient: SelectedClient) {
  useSelection.setState({ selectedClient })
}

/** The tab keeps the name with the choice, and somebody else may have renamed the client since. */
export function takeNewName(clients: readonly { id: string; name: string }[]) {
  const { selectedClient } = useSelection.getState()
  const known = clients.find(({ id }) => id === selectedClient?.value)
  if (known && known.name !== selectedClient?.label) selectClient({ value: known.id, label: known.name })
}

export function forgetSelectedClient() {
  useSelection.setState({ selectedClient: null })
}

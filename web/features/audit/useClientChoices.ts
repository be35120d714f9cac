import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getClient, listClients } from '#contract/clients.ts'
import { api } from '../../app/api.ts'

interface Choice {
  value: string
  label: string
}

/** The clients whose name a search finds, and always the chosen one. */
export function useClientChoices(search: string, chosen: string): Choice[] {
  const found = useQuery({
    queryKey: ['clients', 'choices', search],
    queryFn: ({ signal }) =>
      api(listClients, { query: { search, page_size: '50', ordering: 'name' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const one = useQuery({
    queryKey: ['client', chosen, 'record'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId: chosen }, signal }),
    enabled: chosen !== '',
    staleTime: 60_000,
  })
  const choices = (found.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return choices
  return [{ value: chosen, label: one.data?.name ?? '…' }, ...choices]
}

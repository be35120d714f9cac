import i18next from 'i18next'
import { redirect } from 'react-router'
import { getClient } from '#contract/clients.ts'
import { clientParameter } from '#contract/landing.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { api } from './api.ts'
import { ApiError } from './apiError.ts'
import { selectClient, selectedClientId } from './clientSelection.ts'

/**
 * Chooses the client that an address names, as those in mails do, and leads to the same address without it. One that is not this
 * person's is not chosen: the page opens with the client of before. A change of client is said.
 */
export async function chooseNamedClient(request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const clientId = url.searchParams.get(clientParameter)
  if (clientId === null) return null
  try {
    const { id, name } = await api(getClient, { params: { clientId } })
    const before = selectedClientId()
    selectClient({ value: id, label: name })
    if (before !== null && before !== id) toast.blank(i18next.t('common:clientChanged', { client: name }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  }
  url.searchParams.delete(clientParameter)
  return redirect(url.pathname + url.search)
}

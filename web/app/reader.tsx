import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOperator, worksForClients } from '#contract/access.ts'
import { type Client, getClient } from '#contract/clients.ts'
import { Pill } from '../ui/text/Pill.tsx'
import { api } from './api.ts'
import { isAuthenticated, useAuth } from './auth.ts'
import { useSelectedClient } from './clientSelection.ts'

/** The chosen client, for people who may be its readers: operators and participants are none. */
function useOwnClient() {
  const client = useSelectedClient()
  const asks = useAuth(
    ({ user }) => isAuthenticated() && worksForClients(user) && !isOperator(user) && !user.invitation,
  )
  const enabled = asks && client !== null
  const { data, isError } = useQuery({
    queryKey: ['client', client?.value, 'status'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId: client?.value ?? '' }, signal }),
    staleTime: 60_000,
    enabled,
  })
  return { enabled, isError, data: enabled && data?.id === client?.value ? data : undefined }
}

/** The chosen client, where the signed-in person sees its results and changes nothing there. */
export function useReader(): Client | undefined {
  const { data } = useOwnClient()
  return data?.access === 'reader' ? data : undefined
}

/** True if the signed-in person may change something of the chosen client; undefined until that is known. */
export function useMayChange(): boolean | undefined {
  const { enabled, isError, data } = useOwnClient()
  if (!enabled) return true
  // A page that can't load the client says so itself.
  return data ? data.access === 'full' : isError || undefined
}

/** True if the signed-in person sees the results of all groups of the chosen client. */
export const useSeesAll = (): boolean => (useReader()?.groups ?? null) === null

/** Hides from readers the things that they can't do, also while it isn't known who is one. */
export const FullAccess = ({ children }: { children: ReactNode }) => (useMayChange() ? children : null)

/** Above the pages of a client for its readers: that they are readers, and whose results they see. */
export function ReaderLine() {
  const { t, i18n } = useTranslation()
  const reader = useReader()
  if (reader === undefined) return null
  const { groups } = reader
  const names = groups && new Intl.ListFormat(i18n.language).format(groups)
  return (
    <p className="row wraps gap-8 text-13 muted">
      <Pill tone="sky">{t('common:reader.chip')}</Pill>
      <span className="min-0 breakable">
        {names === null ? t('common:reader.all') : t('common:reader.groups', { groups: names })}{' '}
        {t('common:reader.changes')}
      </span>
    </p>
  )
}

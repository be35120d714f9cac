import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getClient } from '#contract/clients.ts'
import { Alert } from '../ui/feedback/Alert.tsx'
import { api } from './api.ts'
import { useAuth } from './auth.ts'
import type { SelectedClient } from './clientSelection.ts'
import { paths } from './paths.ts'

/** Above every page of a client that cannot work yet, or no more: what waits, why, and what can be done meanwhile. */
export function ClientStatus({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const clientId = client.value
  const verified = useAuth((state) => state.user.emailVerified)
  // Its failure is no news: the page below asks for more of the same client and tells what is wrong.
  const { data } = useQuery({
    queryKey: ['client', clientId, 'status'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId }, signal }),
    staleTime: 60_000,
  })
  if (data === undefined || data.id !== clientId || data.status === 'active') return null
  const { name, role } = data
  if (data.status === 'suspended')
    return (
      <Alert type="warning" title={t('common:client.suspended', { name })} duration={0}>
        {t('common:client.suspendedText')}
      </Alert>
    )
  return (
    <Alert type="info" title={t('common:client.pending', { name })} duration={0}>
      <p>{t('common:client.pendingText')}</p>
      {role === 'manager' && !verified ? <p>{t('common:client.pendingVerify')}</p> : null}
      <p>
        {t('common:client.pendingMeanwhile')}{' '}
        <Link className="link" to={paths.organisation}>
          {t('common:client.details')}
        </Link>
      </p>
    </Alert>
  )
}

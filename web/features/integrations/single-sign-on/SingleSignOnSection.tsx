import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listIdentityProviders, maxIdentityProviders } from '#contract/identity-providers.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { NewProvider } from './ProviderForms.tsx'
import { ProviderItem } from './ProviderItem.tsx'

interface SingleSignOnSectionProps {
  clientId: string
  /** Shown beside a client's people: not at all without a provider, and without a way to add one. */
  review?: boolean
}

/** The identity providers by which a client's managers sign in. */
export function SingleSignOnSection({ clientId, review = false }: SingleSignOnSectionProps) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const found = useQuery({
    queryKey: ['client', clientId, 'identity-providers'],
    queryFn: ({ signal }) => api(listIdentityProviders, { params: { clientId }, query: {}, signal }),
  })
  const providers = found.data?.results ?? []
  if (review && providers.length === 0) return null
  const add = (
    <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('single-sign-on:add.action')}
    </Button>
  )
  const hasRoom = providers.length > 0 && providers.length < maxIdentityProviders
  return (
    <Card aria-busy={found.isPending}>
      <CardHeader title={t('single-sign-on:title')} actions={hasRoom && !review ? add : undefined} />
      <CardBody className="stack gap-24">
        <p className="muted">{t('single-sign-on:lead')}</p>
        {found.isError ? <LoadFailure of={found} title={t('single-sign-on:failed')} /> : null}
        {found.data?.count === 0 ? (
          <EmptyState drawing={<ListDrawing />} title={t('single-sign-on:empty.title')} actions={add}>
            {t('single-sign-on:empty.text')}
          </EmptyState>
        ) : null}
        {providers.map((provider) => (
          <ProviderItem key={provider.id} clientId={clientId} provider={provider} />
        ))}
      </CardBody>
      <SidePanel opened={adding} title={t('single-sign-on:add.action')} held onClose={() => setAdding(false)}>
        {adding && found.data ? (
          <NewProvider
            clientId={clientId}
            callbackUrl={found.data.callbackUrl}
            onDone={() => setAdding(false)}
          />
        ) : null}
      </SidePanel>
    </Card>
  )
}

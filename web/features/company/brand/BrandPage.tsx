import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getBrand } from '#contract/brand.ts'
import { api } from '../../../app/api.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FormSkeleton } from '../FormSkeleton.tsx'
import { OrganisationTabs } from '../OrganisationTabs.tsx'
import { BrandEditor } from './BrandEditor.tsx'

/** The chosen organisation's own look and words. */
export default function BrandPage() {
  return <ClientGate>{(client) => <Branding key={client.value} client={client} />}</ClientGate>
}

function Branding({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const params = { clientId: client.value }
  const stored = useQuery({
    queryKey: ['client', client.value, 'brand'],
    queryFn: ({ signal }) => api(getBrand, { params, signal }),
  })
  return (
    <>
      <PageHeader lead={t('brand:lead')} />
      <OrganisationTabs current="brand" />
      {stored.data ? (
        <BrandEditor client={client} brand={stored.data} />
      ) : stored.isError ? (
        <Card>
          <LoadFailure of={stored} title={t('brand:failed')} />
        </Card>
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrganisationTabs } from '../company/OrganisationTabs.tsx'
import { ApiKeysSection } from './keys/ApiKeysSection.tsx'
import { SingleSignOnSection } from './single-sign-on/SingleSignOnSection.tsx'
import { WebhooksSection } from './webhooks/WebhooksSection.tsx'

/** How other systems of the chosen organisation work with Terazi. */
export default function IntegrationsPage() {
  const { t } = useTranslation()
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader lead={t('apiKeys:lead', { client: client.label })} />
          <OrganisationTabs current="integrations" />
          <ApiKeysSection key={`keys ${client.value}`} clientId={client.value} />
          <WebhooksSection key={`webhooks ${client.value}`} clientId={client.value} />
          <SingleSignOnSection key={`single sign-on ${client.value}`} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

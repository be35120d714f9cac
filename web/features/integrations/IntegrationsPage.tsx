import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrganisationTabs } from '../company/OrganisationTabs.tsx'
import { WebhooksSection } from './webhooks/WebhooksSection.tsx'

/** The other systems of the chosen organisation. */
export default function IntegrationsPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="integrations" />
          <WebhooksSection key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

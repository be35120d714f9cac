import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EvidenceCard } from './EvidenceCard.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'
import { RetentionCards } from './RetentionCards.tsx'

/** The periods for which the chosen organisation keeps answers. */
export default function RetentionPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="retention" />
          <RetentionCards key={client.value} clientId={client.value} />
          <EvidenceCard clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'
import { ReportsCard } from './ReportsCard.tsx'

/** What the chosen organisation's reports say. */
export default function ReportsPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="reportSettings" />
          <ReportsCard key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

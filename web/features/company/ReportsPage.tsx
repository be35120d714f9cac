import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { FeedbackCard } from './FeedbackCard.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'
import { ReportsCard } from './ReportsCard.tsx'

/** The settings of the chosen organisation's reports. */
export default function ReportsPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="reportSettings" />
          <FeedbackCard key={`feedback ${client.value}`} clientId={client.value} />
          <ReportsCard key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

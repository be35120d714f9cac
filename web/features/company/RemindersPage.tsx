import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'
import { ReminderCard } from './ReminderCard.tsx'

/** When the chosen organisation's people are reminded of their tests. */
export default function RemindersPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="reminders" />
          <ReminderCard key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

import { ClientGate } from '../../../app/ClientGate.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OrganisationTabs } from '../OrganisationTabs.tsx'
import { NotificationCards } from './NotificationCards.tsx'

/** The mails that the manager who is signed in gets about the chosen organisation. */
export default function NotificationsPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="notifications" />
          <NotificationCards key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

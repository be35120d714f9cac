import { ClientGate } from '../../app/ClientGate.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CoolDownCard } from '../assignments/access-rules/CoolDownCard.tsx'
import { DueDaysCard } from '../assignments/access-rules/DueDaysCard.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'

/** The chosen organisation's rules for assigning tests. */
export default function TestRulesPage() {
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader />
          <OrganisationTabs current="testRules" />
          <DueDaysCard key={`due ${client.value}`} clientId={client.value} />
          <CoolDownCard key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

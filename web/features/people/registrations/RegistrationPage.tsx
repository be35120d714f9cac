import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Registration } from '#contract/registrations.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { AboutCard } from './AboutCard.tsx'
import { RegistrantsCard } from './RegistrantsCard.tsx'
import { RegistrationActions } from './RegistrationActions.tsx'
import { RegistrationState } from './RegistrationState.tsx'
import { useRegistration } from './useRegistrations.ts'

/** One registration: its link and poster, its places, and who came. */
export default function RegistrationPage() {
  return <ClientGate>{(client) => <Loaded key={client.value} client={client} />}</ClientGate>
}

function Loaded({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const { registrationId = '' } = useParams()
  const registration = useRegistration(client.value, registrationId)
  if (registration.data) return <One client={client} registration={registration.data} />
  if (!registration.isError) return <Card aria-busy />
  return (
    <>
      <PageHeader crumbs={<Link to={paths.registrations}>{t('registrations:title')}</Link>} />
      <Card>
        <LoadFailure of={registration} title={t('registrations:oneFailed')} />
      </Card>
    </>
  )
}

function One({ client, registration }: { client: SelectedClient; registration: Registration }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={registration.name}
        crumbs={<Link to={paths.registrations}>{t('registrations:title')}</Link>}
        aside={<RegistrationState of={registration} />}
        lead={registration.inventories.map(({ name }) => name).join(', ')}
        actions={<RegistrationActions client={client} registration={registration} />}
      />
      <div className="stack gap-20">
        <AboutCard client={client} registration={registration} />
        <RegistrantsCard client={client} registration={registration} />
      </div>
    </>
  )
}

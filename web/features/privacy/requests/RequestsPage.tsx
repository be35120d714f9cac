import { useTranslation } from 'react-i18next'
import { ClientGate } from '../../../app/ClientGate.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { EnterRequest } from './EnterRequest.tsx'
import { RequestList } from './RequestList.tsx'

/** Requests of the chosen organisation's people about their own data. */
export default function RequestsPage() {
  const { t } = useTranslation()
  return (
    <ClientGate>
      {(client) => (
        <>
          <PageHeader
            lead={t('requests:lead')}
            actions={<EnterRequest key={client.value} clientId={client.value} />}
          />
          <RequestList key={client.value} clientId={client.value} />
        </>
      )}
    </ClientGate>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button/Button.tsx'
import { ScalesDrawing } from '../ui/feedback/drawings.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { DocumentTitle } from '../ui/layout/DocumentTitle.tsx'
import { TableError } from '../ui/table/TableStates.tsx'
import { ApiError, errorMessage } from './apiError.ts'
import { useAvailableClients } from './availableClients.ts'
import { ClientStatus } from './ClientStatus.tsx'
import { type SelectedClient, selectClient, useSelectedClient } from './clientSelection.ts'
import { ReaderLine } from './reader.tsx'
import { useLive } from './useLive.ts'

/** A manager's page works on one client: without one, this says why and offers the choice. */
export function ClientGate({ children }: { children: (client: SelectedClient) => ReactNode }) {
  const { t } = useTranslation()
  const selected = useSelectedClient()
  const clients = useAvailableClients()
  useLive(selected?.value)
  if (selected)
    return (
      <>
        <ReaderLine />
        <ClientStatus client={selected} />
        {children(selected)}
      </>
    )

  if (clients.isError) {
    const requestId = clients.error instanceof ApiError ? clients.error.requestId : undefined
    return (
      <Card>
        <DocumentTitle words={t('common:client.failed')} />
        <h1 className="sr">{t('common:client.choose')}</h1>
        <TableError
          title={t('common:client.failed')}
          message={errorMessage(clients.error)}
          requestId={requestId}
          onRetry={() => void clients.refetch()}
        />
      </Card>
    )
  }
  // A single client is chosen as soon as the list is here: nothing to show for that blink.
  if (!clients.data || clients.data.count === 1) return null

  return (
    <Card>
      <DocumentTitle words={t('common:client.choose')} />
      <EmptyState
        heading="h1"
        drawing={<ScalesDrawing />}
        title={clients.data.count === 0 ? t('common:client.none') : t('common:client.pleaseSelect')}
        actions={clients.data.results.slice(0, 6).map((client) => (
          <Button
            key={client.id}
            size="sm"
            onClick={() => selectClient({ value: client.id, label: client.name })}
          >
            {client.name}
          </Button>
        ))}
      >
        {clients.data.count === 0 ? t('common:client.noneText') : t('common:client.pleaseSelectText')}
      </EmptyState>
    </Card>
  )
}

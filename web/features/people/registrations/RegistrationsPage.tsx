import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { listRegistrations } from '#contract/registrations.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { registrationPath } from '../../../app/paths.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { PeopleTabs } from '../participants/PeopleTabs.tsx'
import { NewRegistrationPanel } from './NewRegistrationPanel.tsx'
import { useRegistrationColumns } from './useRegistrationColumns.tsx'

/** Links by which people register themselves for a vacancy's tests. */
export default function RegistrationsPage() {
  return <ClientGate>{(client) => <Registrations key={client.value} client={client} />}</ClientGate>
}

function Registrations({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const registrations = useList(listRegistrations, {
    params: { clientId: client.value },
    ordering: '-createdAt',
    asks: { testDay: undefined },
  })
  const columns = useRegistrationColumns()
  const [adding, setAdding] = useState(false)
  const open = (id: string) => void navigate(registrationPath(id))
  const add = () => setAdding(true)
  return (
    <>
      <PageHeader
        lead={t('registrations:lead')}
        actions={
          <Button variant="solid" icon={<IconPlus aria-hidden />} onClick={add}>
            {t('registrations:new.open')}
          </Button>
        }
      />
      <Card clip>
        <PeopleTabs clientId={client.value} kind="registrations" />
        <ListTable
          label={t('registrations:title')}
          columns={columns}
          rowKey={({ id }) => id}
          of={registrations}
          search={t('registrations:search')}
          onOpen={({ id }) => open(id)}
          failed={t('registrations:failed')}
          empty={
            <EmptyState
              drawing={<PeopleDrawing />}
              title={t('registrations:empty.title')}
              actions={
                <Button size="sm" icon={<IconPlus aria-hidden />} onClick={add}>
                  {t('registrations:new.open')}
                </Button>
              }
            >
              {t('registrations:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('registrations:noMatch', { search: registrations.params.search }),
            clearLabel: t('registrations:clear'),
          }}
        />
      </Card>
      <NewRegistrationPanel
        client={client}
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={({ id }) => open(id)}
      />
    </>
  )
}

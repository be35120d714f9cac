import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clientStatus, listClients } from '#contract/clients.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { clientPath } from '../../../app/paths.ts'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { NewClientPanel } from '../form/NewClientPanel.tsx'
import { useClientColumns } from './useClientColumns.tsx'
import { Waiting } from './Waiting.tsx'

/** Every organisation on the platform. */
export default function ClientsPage() {
  const { t } = useTranslation()
  const clients = useList(listClients, { ordering: 'name' })
  const { search } = clients.params
  const columns = useClientColumns()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)

  return (
    <>
      <PageHeader
        lead={<Waiting />}
        actions={
          <Button variant="solid" icon={<IconPlus aria-hidden />} onClick={add}>
            {t('clients:new.open')}
          </Button>
        }
      />
      <Card clip>
        <ListTable
          label={t('clients:title')}
          columns={columns}
          rowKey={(row) => row.id}
          of={clients}
          onOpen={({ id }) => void navigate(clientPath(id))}
          search={t('clients:search')}
          filters={[
            one(clients, 'status', {
              label: t('clients:column.status'),
              data: clientStatus.options.map((value) => ({ value, label: t(`clients:status.${value}`) })),
            }),
          ]}
          columnChoice
          failed={t('clients:failed')}
          empty={
            <EmptyState
              drawing={<ListDrawing />}
              title={t('clients:empty.title')}
              actions={
                <Button size="sm" icon={<IconPlus aria-hidden />} onClick={add}>
                  {t('clients:new.open')}
                </Button>
              }
            >
              {t('clients:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: search ? t('clients:noMatch.search', { search }) : t('clients:noMatch.filters'),
            text: t('clients:noMatch.text'),
            clearLabel: t('clients:noMatch.clear'),
          }}
          minWidth={880}
        />
      </Card>
      <NewClientPanel
        opened={adding}
        onClose={() => setAdding(false)}
        onCreated={(clientId) => void navigate(clientPath(clientId))}
      />
    </>
  )
}

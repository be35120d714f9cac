import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clientStatus } from '#contract/clients.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { clientPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { NewClientPanel } from '../form/NewClientPanel.tsx'
import { useClientColumns } from './useClientColumns.tsx'
import { useClients, useListParams } from './useClients.ts'
import { Waiting } from './Waiting.tsx'

/** Every organisation on the platform. */
export default function ClientsPage() {
  const { t } = useTranslation()
  const params = useListParams()
  const list = useClients(params)
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
          list={list}
          params={params}
          onOpen={({ id }) => void navigate(clientPath(id))}
          search={t('clients:search')}
          toolbar={
            <FilterBar
              filters={[
                {
                  key: 'status',
                  label: t('clients:column.status'),
                  kind: 'one',
                  data: clientStatus.options.map((status) => ({
                    value: status,
                    label: t(`clients:status.${status}`),
                  })),
                  chosen: params.filters.status,
                  onChange: (status: string) => params.setFilters({ status }),
                },
              ]}
              onClear={params.filtered ? params.clear : undefined}
            />
          }
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
            title: params.search
              ? t('clients:noMatch.search', { search: params.search })
              : t('clients:noMatch.filters'),
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

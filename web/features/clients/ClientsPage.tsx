import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clientStatus } from '#contract/clients.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { clientPath } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ListDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NewClientPanel } from './NewClientPanel.tsx'
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
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined
  const add = () => setAdding(true)

  return (
    <>
      <PageHeader
        title={t('clients:title')}
        lead={<Waiting />}
        actions={
          <Button variant="solid" icon={<IconPlus aria-hidden />} onClick={add}>
            {t('clients:new.open')}
          </Button>
        }
      />
      <Card clip>
        <DataTable
          label={t('clients:title')}
          columns={columns}
          rowKey={(row) => row.id}
          rows={list.data?.results}
          count={list.data?.count ?? 0}
          page={params.page}
          pageSize={params.pageSize}
          onPage={params.setPage}
          onPageSize={params.setPageSize}
          ordering={params.ordering}
          onOrdering={params.setOrdering}
          onOpen={({ id }) => void navigate(clientPath(id))}
          search={{ value: params.search, onChange: params.setSearch, placeholder: t('clients:search') }}
          toolbar={
            <FilterSelect
              label={t('clients:column.status')}
              all={t('clients:filter.all')}
              clearLabel={t('clients:filter.clear')}
              data={clientStatus.options.map((status) => ({
                value: status,
                label: t(`clients:status.${status}`),
              }))}
              value={params.filters.status}
              onChange={(status) => params.setFilter('status', status)}
            />
          }
          columnChoice={{ hidden: params.hidden, onHidden: params.setHidden }}
          busy={list.isPlaceholderData}
          filtered={params.filtered}
          failure={
            failed
              ? {
                  title: t('clients:failed'),
                  message: errorMessage(list.error),
                  requestId,
                  onRetry: () => void list.refetch(),
                }
              : undefined
          }
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
            onClear: params.clear,
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

import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { entryKind } from '#contract/ledger.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { ScalesDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { useInventoryNames } from '../assignments/useInventoryNames.ts'
import classes from './quota.module.css'
import { type LedgerParams, useLedger, useLedgerParams } from './useLedger.ts'
import { useLedgerColumns } from './useLedgerColumns.tsx'

/** Every unit that came or went, the newest first. */
export function Ledger({ client }: { client: Client }) {
  const { t } = useTranslation()
  const params = useLedgerParams()
  const list = useLedger(client.id, params)
  const columns = useLedgerColumns(client)
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined
  return (
    <Card clip>
      <CardHeader title={t('clients:ledger.title')} />
      <DataTable
        label={t('clients:ledger.title')}
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
        search={{ value: params.search, onChange: params.setSearch, placeholder: t('clients:ledger.search') }}
        toolbar={<Filters params={params} />}
        busy={list.isPlaceholderData}
        filtered={params.filtered}
        failure={
          failed
            ? {
                title: t('clients:ledger.failed'),
                message: errorMessage(list.error),
                requestId,
                onRetry: () => void list.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState heading="h3" drawing={<ScalesDrawing />} title={t('clients:ledger.empty')}>
            {t('clients:ledger.emptyText')}
          </EmptyState>
        }
        noMatch={{
          title: t('clients:ledger.noMatch'),
          text: t('clients:ledger.noMatchText'),
          clearLabel: t('clients:noMatch.clear'),
          onClear: params.clear,
        }}
        minWidth={680}
        dense
      />
    </Card>
  )
}

function Filters({ params: { filters, setFilter } }: { params: LedgerParams }) {
  const { t } = useTranslation()
  const inventories = useInventoryNames()
  const day = (name: 'from' | 'to') => (
    <span className={classes.day}>
      <DateField
        label={<span className="sr">{t(`clients:ledger.${name}`)}</span>}
        placeholder={t(`clients:ledger.${name}`)}
        size="sm"
        value={filters[name] || null}
        onChange={(value) => setFilter(name, value ?? '')}
      />
    </span>
  )
  return (
    <FilterFold values={filters}>
      <FilterSelect
        label={t('clients:ledger.test')}
        all={t('clients:ledger.allTests')}
        clearLabel={t('clients:ledger.clearTest')}
        data={inventories}
        value={filters.inventory}
        onChange={(inventory) => setFilter('inventory', inventory)}
      />
      <FilterSelect
        label={t('clients:ledger.kind')}
        all={t('clients:ledger.allKinds')}
        clearLabel={t('clients:ledger.clearKind')}
        data={entryKind.options.map((value) => ({ value, label: t(`clients:ledger.kinds.${value}`) }))}
        value={filters.kind}
        onChange={(kind) => setFilter('kind', kind)}
        width={160}
      />
      {day('from')}
      {day('to')}
    </FilterFold>
  )
}

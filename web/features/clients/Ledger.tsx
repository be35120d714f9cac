import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { entryKind } from '#contract/ledger.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { useOpenMovement } from '../../app/useOpenPanel.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { CardTabs } from '../../ui/CardTabs.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { ScalesDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { useInventoryNames } from '../assignments/useInventoryNames.ts'
import { LedgerExport } from '../exports/LedgerExport.tsx'
import { MovementPanel } from './MovementPanel.tsx'
import classes from './quota.module.css'
import { type LedgerParams, ledgerFiltersOf, useLedger, useLedgerParams } from './useLedger.ts'
import { useLedgerColumns } from './useLedgerColumns.tsx'

/** What was done to the units, the newest first: a line for all that one command did, which opens into its units. */
export function Ledger({ client }: { client: Client }) {
  const { t } = useTranslation()
  const params = useLedgerParams()
  const list = useLedger(client.id, params)
  const columns = useLedgerColumns(client)
  const additions = params.filters.kind === 'addition'
  const part = useAdditions(params)
  const { movement, close } = useOpenMovement()
  return (
    <Card clip>
      <CardHeader
        title={t('clients:ledger.title')}
        actions={<LedgerExport clientId={client.id} filters={ledgerFiltersOf(params)} />}
      />
      <LedgerTabs additions={additions} />
      <ListTable
        label={t(additions ? 'clients:ledger.additions' : 'clients:ledger.title')}
        columns={columns}
        rowKey={(row) => row.id}
        list={list}
        params={additions ? { ...params, ...part } : params}
        search={t('clients:ledger.search')}
        toolbar={<Filters params={params} />}
        failed={t('clients:ledger.failed')}
        empty={
          <EmptyState
            heading="h3"
            drawing={<ScalesDrawing />}
            title={t(additions ? 'clients:ledger.noAdditions' : 'clients:ledger.empty')}
          >
            {t(additions ? 'clients:ledger.noAdditionsText' : 'clients:ledger.emptyText')}
          </EmptyState>
        }
        noMatch={{
          title: t('clients:ledger.noMatch'),
          text: t('clients:ledger.noMatchText'),
          clearLabel: t('clients:noMatch.clear'),
        }}
        minWidth={680}
        dense
      />
      <MovementPanel client={client} movement={movement} onClose={close} />
    </Card>
  )
}

/** Within the additions their kind is no filter: it is not taken away with the others, and without them nothing is filtered. */
function useAdditions({ search, filters: { kind: _, ...others } }: LedgerParams) {
  const [, setSearch] = useSearchParams()
  return {
    filtered: search !== '' || Object.values(others).some((value) => value !== ''),
    clear: () => setSearch({ kind: 'addition' }),
  }
}

/** All movements, or those alone by which quota was given. */
function LedgerTabs({ additions }: { additions: boolean }) {
  const { t } = useTranslation()
  return (
    <CardTabs label={t('clients:ledger.parts')} current={String(additions)}>
      <Link to={{ search: '' }} aria-current={additions ? undefined : 'page'} preventScrollReset>
        {t('clients:ledger.all')}
      </Link>
      <Link
        to={{ search: '?kind=addition' }}
        aria-current={additions ? 'page' : undefined}
        preventScrollReset
      >
        {t('clients:ledger.additions')}
      </Link>
    </CardTabs>
  )
}

/** The kinds beside the additions, which have a part of their own. */
const kinds = entryKind.exclude(['addition']).options

function Filters({ params: { filters, setFilter } }: { params: LedgerParams }) {
  const { t } = useTranslation()
  const inventories = useInventoryNames()
  const { kind, ...others } = filters
  const additions = kind === 'addition'
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
    <FilterFold values={additions ? others : filters}>
      <FilterSelect
        label={t('clients:ledger.test')}
        all={t('clients:ledger.allTests')}
        clearLabel={t('clients:ledger.clearTest')}
        data={inventories}
        value={filters.inventory}
        onChange={(inventory) => setFilter('inventory', inventory)}
      />
      {additions ? null : (
        <FilterSelect
          label={t('clients:ledger.kind')}
          all={t('clients:ledger.allKinds')}
          clearLabel={t('clients:ledger.clearKind')}
          data={kinds.map((value) => ({ value, label: t(`clients:ledger.kinds.${value}`) }))}
          value={kind}
          onChange={(value) => setFilter('kind', value)}
          width={160}
        />
      )}
      {day('from')}
      {day('to')}
    </FilterFold>
  )
}

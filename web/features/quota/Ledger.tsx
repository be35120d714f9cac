import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { entryKind, listQuotaMovements } from '#contract/ledger.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { useInventoryNames } from '../../app/useInventoryNames.ts'
import { days, one, useList } from '../../app/useList.ts'
import { useOpenMovement } from '../../app/useOpenPanel.ts'
import { ScalesDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card, CardHeader } from '../../ui/layout/Card.tsx'
import { CardTabs } from '../../ui/layout/CardTabs.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { LedgerExport } from './LedgerExport.tsx'
import { MovementPanel } from './MovementPanel.tsx'
import { useLedgerColumns } from './useLedgerColumns.tsx'

/** The movements of units, newest first: a line for each command, which opens into its units. */
export function Ledger({ client }: { client: Client }) {
  const { t } = useTranslation()
  const ledger = useList(listQuotaMovements, { params: { clientId: client.id }, ordering: '-dateAdded' })
  const { params } = ledger
  const inventories = useInventoryNames()
  const columns = useLedgerColumns(client)
  const additions = params.filters.kind === 'addition'
  const part = useAdditions(params)
  const { movement, close } = useOpenMovement()
  return (
    <Card clip>
      <CardHeader
        title={t('clients:ledger.title')}
        actions={<LedgerExport clientId={client.id} filters={ledger.asked} />}
      />
      <LedgerTabs additions={additions} />
      <ListTable
        label={t(additions ? 'clients:ledger.additions' : 'clients:ledger.title')}
        columns={columns}
        rowKey={(row) => row.id}
        of={additions ? { ...ledger, params: { ...params, ...part } } : ledger}
        search={t('clients:ledger.search')}
        toolbar={
          <FilterBar
            filters={[
              one(ledger, 'inventory', { label: t('clients:ledger.test'), data: inventories }),
              ...(additions
                ? []
                : [
                    one(ledger, 'kind', {
                      label: t('clients:ledger.kind'),
                      data: kinds.map((value) => ({ value, label: t(`clients:ledger.kinds.${value}`) })),
                    }),
                  ]),
              days(ledger, t('clients:ledger.days')),
            ]}
            onClear={undefined}
          />
        }
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
function useAdditions({
  search,
  filters: { kind: _, ...others },
}: {
  search: string
  filters: Record<string, string>
}) {
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

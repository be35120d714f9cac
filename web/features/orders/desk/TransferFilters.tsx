import { useTranslation } from 'react-i18next'
import { listBankLines } from '#contract/eft.ts'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { type BankLineParams, shownState } from './useBankLines.ts'

const { state, fit } = listBankLines.query.shape

/** Filters by state, and open transfers by how well they match an order. */
export function TransferFilters({ params }: { params: BankLineParams }) {
  const { t } = useTranslation()
  return (
    <FilterBar
      filters={[
        {
          key: 'state',
          label: t('orders:eft.state'),
          kind: 'one',
          data: state.unwrap().options.map((value) => ({ value, label: t(`orders:eft.states.${value}`) })),
          chosen: params.filters.state,
          onChange: (value: string) => params.setFilters({ state: value, fit: '' }),
        },
        ...(shownState(params) === 'open'
          ? [
              {
                key: 'fit',
                label: t('orders:eft.match'),
                kind: 'one' as const,
                data: fit.unwrap().options.map((value) => ({ value, label: t(`orders:eft.fits.${value}`) })),
                chosen: params.filters.fit,
                onChange: (value: string) => params.setFilters({ fit: value }),
              },
            ]
          : []),
      ]}
      onClear={params.filtered ? () => params.setFilters({ state: '', fit: '' }) : undefined}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { useInventoryNames } from '../../../app/useInventoryNames.ts'
import type { OneFilter } from '../../../ui/table/filters.ts'
import { noScoreFilter } from '../../memberships/selection.ts'

type Filters = Record<'inventory' | 'profile' | keyof typeof noScoreFilter, string>

interface Params {
  filters: Pick<Filters, 'inventory'>
  ordering: string
  setFilters: (filters: Partial<Filters>, ordering?: string) => void
}

/** The choice of the test whose scores the list shows. Alone it leaves nobody out. */
export function useTestFilter({ filters, ordering, setFilters }: Params): OneFilter[] {
  const { t } = useTranslation()
  const data = useInventoryNames(true)
  return [
    {
      key: 'inventory',
      kind: 'one',
      label: t('participants:scoresOf'),
      data,
      chosen: filters.inventory,
      // Filters by one test's scores mean nothing for another's.
      onChange: (inventory) =>
        setFilters(
          { inventory, profile: '', ...noScoreFilter },
          ordering.includes('score:') ? '' : undefined,
        ),
    },
  ]
}

import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { listDefinitions } from '#contract/definitions.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { inventoryPath, paths } from '../../../app/paths.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TaxRatesCard } from '../../orders/prices/TaxRatesCard.tsx'
import { useInventoryColumns } from './useInventoryColumns.tsx'

/** Every inventory with its newest version and draft. */
export default function InventoriesPage() {
  const { t } = useTranslation()
  // An import or a publication of a moment ago has to be in the list.
  const inventories = useList(listDefinitions, { ordering: 'name', fresh: true })
  const columns = useInventoryColumns()
  const navigate = useNavigate()
  const bring = (look: 'solid' | 'default') => (
    <Button component={Link} to={paths.importInventory} variant={look} icon={<IconUpload aria-hidden />}>
      {t('inventories:import.open')}
    </Button>
  )
  return (
    <>
      <PageHeader lead={t('inventories:lead')} actions={bring('solid')} />
      <Card clip>
        <ListTable
          label={t('inventories:title')}
          columns={columns}
          rowKey={(row) => row.code}
          of={inventories}
          onOpen={({ code }) => void navigate(inventoryPath(code))}
          search={t('inventories:search')}
          columnChoice
          failed={t('inventories:failed')}
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('inventories:empty')} actions={bring('default')}>
              {t('inventories:emptyText')}
            </EmptyState>
          }
          noMatch={{
            title: t('inventories:noMatch.title', { search: inventories.params.search }),
            text: t('inventories:noMatch.text'),
            clearLabel: t('inventories:noMatch.clear'),
          }}
          minWidth={860}
        />
      </Card>
      <TaxRatesCard />
    </>
  )
}

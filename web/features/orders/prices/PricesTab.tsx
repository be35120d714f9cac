import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClientPrice, listClientPrices } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ScalesDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { EndPriceDialog } from './EndPriceDialog.tsx'
import { PriceForm } from './PriceForm.tsx'
import { RemovePriceDialog } from './RemovePriceDialog.tsx'
import { usePriceColumns } from './usePriceColumns.tsx'

const states = listClientPrices.query.shape.state.unwrap().options

/** The prices agreed with this client, beside the list prices. */
export function PricesTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const prices = useList(listClientPrices, { params: { clientId: client.id }, ordering: '-validFrom' })
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ClientPrice>()
  const [removing, setRemoving] = useState<ClientPrice>()
  const columns = usePriceColumns({ onEnd: setEnding, onRemove: setRemoving })

  const add = (
    <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('clients:prices.add')}
    </Button>
  )
  const isEmpty = prices.list.data?.count === 0 && !prices.params.filtered
  return (
    <Card clip>
      {isEmpty ? null : <CardHeader title={t('clients:prices.title')} actions={add} />}
      <ListTable
        label={t('clients:prices.title')}
        columns={columns}
        rowKey={(row) => row.id}
        of={prices}
        search={t('clients:prices.search')}
        filters={[
          one(prices, 'state', {
            label: t('clients:prices.state'),
            data: states.map((value) => ({ value, label: t(`clients:prices.states.${value}`) })),
          }),
        ]}
        failed={t('clients:prices.failed')}
        empty={
          <EmptyState drawing={<ScalesDrawing />} title={t('clients:prices.empty')} actions={add}>
            {t('clients:prices.emptyText')}
          </EmptyState>
        }
        noMatch={{
          title: t('clients:prices.noMatch'),
          text: t('clients:prices.noMatchText'),
          clearLabel: t('clients:noMatch.clear'),
        }}
        minWidth={940}
      />
      <SidePanel opened={adding} title={t('clients:prices.add')} onClose={() => setAdding(false)} held>
        {adding ? <PriceForm client={client} onClose={() => setAdding(false)} /> : null}
      </SidePanel>
      <EndPriceDialog client={client} price={ending} onClose={() => setEnding(undefined)} />
      <RemovePriceDialog client={client} price={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  )
}

import { IconBuilding } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { ClientPanel, choosing } from './ClientPanel.tsx'

interface ClientsCardProps {
  inventory: InventoryDetail
  inventoryId: string
}

/** Which clients may give the test, and the way to open it to one or to give it quota. */
export function ClientsCard({ inventory, inventoryId }: ClientsCardProps) {
  const { t, i18n } = useTranslation()
  const [, setParams] = useSearchParams()
  const { enabledFor, sensitive, sensitiveScales } = inventory
  return (
    <Card>
      <CardHeader title={t('inventories:clients.title')} />
      <CardBody className="stack gap-12">
        {sensitive ? null : <p className="meta">{t('inventories:clients.allText')}</p>}
        {enabledFor === null ? null : (
          <>
            <p dir="auto">
              {sensitiveScales.length > 0 ? (
                <>
                  {t('inventories:clients.sensitiveScale', {
                    count: sensitiveScales.length,
                    names: sensitiveScales.join(', '),
                  })}{' '}
                </>
              ) : null}
              {enabledFor === 0
                ? t('inventories:clients.openToNone')
                : t('inventories:clients.openTo', {
                    count: enabledFor,
                    number: formatNumber(enabledFor, i18n.language),
                  })}
            </p>
            <p className="meta">{t('inventories:clients.where')}</p>
          </>
        )}
        <div>
          <Button
            size="sm"
            icon={<IconBuilding aria-hidden />}
            onClick={() => setParams({ client: choosing }, { preventScrollReset: true })}
          >
            {t(enabledFor === null ? 'inventories:clients.quota' : 'inventories:clients.open')}
          </Button>
        </div>
      </CardBody>
      <ClientPanel inventory={inventory} inventoryId={inventoryId} />
    </Card>
  )
}

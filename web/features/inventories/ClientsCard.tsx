import { useTranslation } from 'react-i18next'
import type { InventoryDetail } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'

/** Which clients may give the test. */
export function ClientsCard({ inventory }: { inventory: InventoryDetail }) {
  const { t, i18n } = useTranslation()
  const { enabledFor } = inventory
  return (
    <Card>
      <CardHeader title={t('inventories:clients.title')} />
      <CardBody>
        <p className="meta">
          {enabledFor === null
            ? t('inventories:clients.allText')
            : t('inventories:clients.some', {
                count: enabledFor,
                number: formatNumber(enabledFor, i18n.language),
              })}
        </p>
      </CardBody>
    </Card>
  )
}

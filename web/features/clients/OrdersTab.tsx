import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import { ListDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The place of the client's orders. */
export function OrdersTab() {
  const { t } = useTranslation()
  return (
    <Card>
      <EmptyState drawing={<ListDrawing />} title={t('clients:orders.empty')}>
        {t('clients:orders.text')}
      </EmptyState>
    </Card>
  )
}

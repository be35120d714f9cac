import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { getOrderAlerts } from '#contract/orders.ts'
import { api } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

const kinds = [
  { key: 'overdue', search: '?alert=overdue' },
  { key: 'attention', search: '?alert=attention' },
  { key: 'inDoubt', search: '?alert=in_doubt' },
  { key: 'transfers', search: '?desk=eft' },
  { key: 'unreachable', search: '' },
] as const

/** Orders that an admin has to look at; nothing where there are none. */
export function OrderAlerts() {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['orders', 'alerts'],
    queryFn: ({ signal }) => api(getOrderAlerts, { signal }),
  })
  const found = kinds.filter(({ key }) => (data?.[key] ?? 0) > 0)
  if (found.length === 0) return null
  return (
    <Alert type="warning" duration={0} title={t('orders:alerts.title')}>
      <ul>
        {found.map(({ key, search }) => (
          <li key={key}>
            <Link className="link" to={`${paths.adminOrders}${search}`}>
              {t(`orders:alerts.${key}`, {
                count: data?.[key] ?? 0,
                number: formatNumber(data?.[key] ?? 0, i18n.language),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

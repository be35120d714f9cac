import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../app/paths.ts'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import classes from './inventories.module.css'

/** Which clients may give the test. */
export function ClientsCard({ inventory }: { inventory: InventoryDetail }) {
  const { t, i18n } = useTranslation()
  const { enabledFor, sensitive, sensitiveScales } = inventory
  return (
    <Card>
      <CardHeader title={t('inventories:clients.title')} />
      <CardBody className={classes.body ?? ''}>
        {enabledFor === null ? (
          <p className="meta">{t('inventories:clients.allText')}</p>
        ) : (
          <>
            {sensitive ? null : <p className="meta">{t('inventories:clients.allText')}</p>}
            {sensitiveScales.length > 0 ? (
              <p className="meta" dir="auto">
                {t('inventories:clients.scales', { clients: sensitiveScales.join(', ') })}
              </p>
            ) : null}
            <p>
              {t('inventories:clients.some', {
                count: enabledFor,
                number: formatNumber(enabledFor, i18n.language),
              })}
            </p>
            <p className="meta">{t('inventories:clients.where')}</p>
            <Link className="link" to={paths.clients}>
              {t('inventories:clients.link')}
            </Link>
          </>
        )}
      </CardBody>
    </Card>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { clientPath } from '../../../app/paths.ts'
import { ScalesDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from './dashboard.module.css'
import { RowsSkeleton } from './RowsSkeleton.tsx'

/** Clients that will soon have no units left of an inventory. */
export function LowQuotas({ low }: { low: AdminDashboard['lowQuotas'] | undefined }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Card aria-busy={low === undefined}>
      <CardHeader
        title={t('admin:low.title')}
        actions={low && low.count > 0 ? <Pill tone="amber">{number(low.count)}</Pill> : null}
      />
      {low === undefined ? <RowsSkeleton /> : null}
      {low?.count === 0 ? (
        <EmptyState heading="h3" drawing={<ScalesDrawing />} title={t('admin:low.none')}>
          {t('admin:low.noneText')}
        </EmptyState>
      ) : null}
      <ul className={classes.rows}>
        {(low?.first ?? []).map(({ client, inventory, availableQuantity, reserved, purchased }) => (
          <li key={`${client.id} ${inventory.id}`}>
            <Link className="row gap-12 ruled-top" to={clientPath(client.id, 'quota')}>
              <Avatar name={client.name} square />
              <span>
                <b className="medium" dir="auto">
                  {client.name}
                </b>
                <span className="meta">
                  {[
                    inventory.name,
                    ...(reserved > 0 ? [t('admin:low.reserved', { number: number(reserved) })] : []),
                  ].join(' · ')}
                </span>
              </span>
              <span className="stack num text-end">
                <b className="semibold">{number(availableQuantity)}</b>
                <span className="meta">{t('admin:low.of', { number: number(purchased) })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

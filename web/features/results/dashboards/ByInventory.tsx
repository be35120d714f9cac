import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { listPath } from '../../../app/paths.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './ByInventory.module.css'
import dashboard from './dashboard.module.css'

type Row = ClientDashboard['byInventory'][number]

/** The number of assignments that were not cancelled and did not expire. */
const liveOf = ({ completed, started, notStarted }: Row) => completed + started + notStarted

/** The progress of each test's people; the longest bar belongs to the test that was assigned most. */
export function ByInventory({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation()
  const most = rows.reduce((most, row) => Math.max(most, liveOf(row)), 1)
  return (
    <Card>
      <CardHeader
        title={t('dashboard:byInventory.title')}
        aside={
          <span className={`cluster push-end text-13 muted ${classes.legend} ${dashboard.legend}`}>
            {(['done', 'running', 'waiting'] as const).map((key) => (
              <span className="inline-row gap-6" key={key}>
                <i data-part={key} />
                {t(`dashboard:byInventory.${key}`)}
              </span>
            ))}
          </span>
        }
      />
      <CardBody>
        <ul className={`stack gap-16 ${classes.rows}`}>
          {rows.map((row) => (
            <Overview key={row.inventory.id} row={row} most={most} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function Overview({ row, most }: { row: Row; most: number }) {
  const { t, i18n } = useTranslation()
  const live = liveOf(row)
  const number = (value: number) => formatNumber(value, i18n.language)
  const parts = [
    { key: 'done', count: row.completed },
    { key: 'running', count: row.started },
    { key: 'waiting', count: row.notStarted },
  ] as const
  return (
    <li className="stack align-center gap-16">
      <Link className="medium hover-underlined" to={listPath({ inventory: row.inventory.id })}>
        {row.inventory.name}
      </Link>
      <span className={`flex ${classes.bar}`} aria-hidden>
        <span className="flex gap-2" style={{ inlineSize: `${(live / most) * 100}%` }}>
          {parts.map(({ key, count }) =>
            count > 0 ? <i key={key} data-part={key} style={{ flexGrow: count }} /> : null,
          )}
        </span>
      </span>
      <span className={`muted num text-end ${classes.figures}`}>
        <bdi dir="ltr">
          <b className="ink">{number(row.completed)}</b> / {number(live)}
        </bdi>{' '}
        {t('dashboard:byInventory.complete')}
        <span className="sr">
          {' '}
          {t('dashboard:byInventory.rest', {
            running: number(row.started),
            waiting: number(row.notStarted),
          })}
        </span>
      </span>
    </li>
  )
}

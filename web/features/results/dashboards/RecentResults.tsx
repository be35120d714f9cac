import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { listPath, reportPath } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import dashboard from './dashboard.module.css'
import classes from './RecentResults.module.css'

/** The latest results; each opens its report if this reader may see it. */
export function RecentResults({ results }: { results: readonly Assignment[] }) {
  const { t } = useTranslation()
  return (
    <Card clip className={dashboard.results}>
      <CardHeader
        title={t('dashboard:results.title')}
        actions={
          <Link className="link" to={listPath({ status: 'completed', ordering: '-completedAt' })}>
            {t('dashboard:results.all')}
          </Link>
        }
      />
      {results.length === 0 ? (
        <p className={`muted ${dashboard.nothing}`}>{t('dashboard:results.none')}</p>
      ) : (
        <ul className={dashboard.spaced}>
          {results.map((result) => (
            <OneResult key={result.id} result={result} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function OneResult({ result }: { result: Assignment }) {
  const { i18n } = useTranslation()
  const timeZone = useClientTimeZone(result.client.id)
  const { id, user, inventory, completedAt, reportable, report } = result
  const to = reportable ? reportPath(id) : listPath({ user: user.id, status: 'completed' })
  return (
    <li>
      <Link className={`row gap-12 ruled-top ${classes.result}`} to={to}>
        <Avatar name={user.name} />
        <span className="stack min-0 breakable">
          <b className="medium" dir="auto">
            {user.name}
          </b>
          <span className="meta">
            {inventory.code}
            {completedAt ? ` · ${formatDate(completedAt, i18n.language, timeZone)}` : null}
          </span>
        </span>
        {report?.score ? <Headline level={report.level} {...report.score} /> : null}
      </Link>
    </li>
  )
}

function Headline({ level, value, max }: { level: string | null; value: number; max: number }) {
  const { t, i18n } = useTranslation()
  const number = (one: number) => formatNumber(one, i18n.language)
  return (
    <span className="stack rigid push-end text-end">
      <b className="num nowrap">
        <bdi dir="ltr">{level ?? `${number(value)} / ${number(max)}`}</bdi>
      </b>
      <span className="meta">
        {level === null ? t('dashboard:results.right') : t('dashboard:results.level')}
      </span>
    </span>
  )
}

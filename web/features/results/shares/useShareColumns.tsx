import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import type { Share } from '#contract/shares.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { ShareState } from './ShareState.tsx'

export function useShareColumns(timeZone: string): Column<Share>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const column = (key: string) => ({ key, header: t(`shares:column.${key}`) })
  return [
    {
      ...column('recipient'),
      opens: true,
      skeleton: 144,
      cell: ({ recipient, outside }) => (
        <span className="stack min-0 gap-2">
          <b className="medium breakable" dir="auto">
            {recipient}
          </b>
          <span className="meta">{t(`shares:place.${outside === null ? 'inside' : 'outside'}`)}</span>
        </span>
      ),
    },
    {
      ...column('reports'),
      skeleton: 80,
      cell: ({ reports, available, show }) => (
        <span className="stack min-0 gap-2">
          <span>
            {available < reports
              ? t('shares:availableOf', { available: number(available), reports: number(reports) })
              : t('shares:reports', { count: reports, number: number(reports) })}
          </span>
          <span className="meta">{t(`shares:show.${show}`)}</span>
        </span>
      ),
    },
    {
      ...column('createdAt'),
      ordering: 'createdAt',
      cell: ({ createdAt, createdBy }) => (
        <span className="stack min-0 gap-2">
          <span>{at(createdAt)}</span>
          <span className="meta">{createdBy}</span>
        </span>
      ),
    },
    { ...column('expiresAt'), cell: ({ expiresAt }) => at(lastMoment(expiresAt)) },
    {
      ...column('openings'),
      skeleton: 80,
      cell: ({ opened, openings: [last] }) =>
        last === undefined ? (
          <span className="muted">{t('shares:neverOpened')}</span>
        ) : (
          <span className="stack min-0 gap-2">
            <span>{t('shares:times', { count: opened, number: number(opened) })}</span>
            <span className="meta">{at(last.at)}</span>
          </span>
        ),
    },
    { ...column('state'), skeleton: 64, cell: ({ state }) => <ShareState state={state} /> },
  ]
}

import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { type KeptAttempt, listKeptAttempts } from '#contract/test-days.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { useList } from '../../../app/useList.ts'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import type { DayPartProps } from './parts.ts'

/** Tests that somebody began twice without a connection: the later ones, which do not count. */
export function KeptPart({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  const kept = useList(listKeptAttempts, {
    params: { clientId, testDayId: day.id },
    ordering: '-receivedAt',
  })
  return (
    <Card clip>
      <ListTable
        label={t('test-days:part.kept')}
        columns={useColumns(timeZone)}
        rowKey={({ id }) => id}
        of={kept}
        search={t('test-days:people.search')}
        failed={t('test-days:kept.failed')}
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('test-days:kept.empty.title')}>
            {t('test-days:kept.empty.text')}
          </EmptyState>
        }
        noMatch={{
          title: t('test-days:people.noMatch.search', { search: kept.params.search }),
          text: t('test-days:people.noMatch.text'),
          clearLabel: t('test-days:noMatch.clear'),
        }}
        minWidth={860}
      />
    </Card>
  )
}

function useColumns(timeZone: string): Column<KeptAttempt>[] {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => (
    <span className="num">{formatDateTime(moment, i18n.language, timeZone)}</span>
  )
  return [
    { key: 'name', header: t('test-days:column.name'), cell: ({ name }) => <b dir="auto">{name}</b> },
    { key: 'test', header: t('test-days:kept.test'), cell: ({ inventory }) => inventory.name },
    { key: 'tablet', header: t('test-days:kept.tablet'), cell: ({ tablet }) => <bdi>{tablet}</bdi> },
    { key: 'started', header: t('test-days:kept.started'), cell: ({ startedAt }) => at(startedAt) },
    {
      key: 'received',
      header: t('test-days:kept.received'),
      ordering: 'receivedAt',
      cell: ({ receivedAt }) => at(receivedAt),
    },
    {
      key: 'answered',
      header: t('test-days:kept.answered'),
      align: 'end',
      cell: ({ answered }) => <span className="num">{formatNumber(answered, i18n.language)}</span>,
    },
    {
      key: 'submitted',
      header: t('test-days:kept.submitted'),
      cell: ({ submitted }) => t(submitted ? 'test-days:kept.yes' : 'test-days:kept.no'),
    },
  ]
}

import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatDay, formatNumber, formatWeekday } from '#contract/format.ts'
import { listTestDays, type TestDay } from '#contract/test-days.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { paths, testDayPath } from '../../app/paths.ts'
import { useList } from '../../app/useList.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import type { Column } from '../../ui/table/tableTypes.ts'
import { DayState } from './DayState.tsx'
import classes from './test-days.module.css'

export default function TestDaysPage() {
  return <ClientGate>{(client) => <TestDays key={client.value} client={client} />}</ClientGate>
}

function TestDays({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const testDays = useList(listTestDays, { params: { clientId: client.value }, ordering: '-day' })
  const navigate = useNavigate()
  const plan = (size: 'md' | 'sm') => (
    <Button
      variant={size === 'md' ? 'solid' : 'default'}
      size={size}
      icon={<IconPlus aria-hidden />}
      component={Link}
      to={paths.planTestDay}
    >
      {t('test-days:plan.open')}
    </Button>
  )
  return (
    <>
      <PageHeader lead={t('test-days:lead')} actions={plan('md')} />
      <Card clip>
        <ListTable
          label={t('test-days:title')}
          columns={useColumns()}
          rowKey={({ id }) => id}
          of={testDays}
          search={t('test-days:search')}
          onOpen={({ id }) => void navigate(testDayPath(id))}
          failed={t('test-days:failed')}
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('test-days:empty.title')} actions={plan('sm')}>
              {t('test-days:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('test-days:noMatch.title', { search: testDays.params.search }),
            text: t('test-days:noMatch.text'),
            clearLabel: t('test-days:noMatch.clear'),
          }}
          minWidth={860}
        />
      </Card>
    </>
  )
}

function useColumns(): Column<TestDay>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => <span className="num">{formatNumber(value, i18n.language)}</span>
  return [
    {
      key: 'day',
      header: t('test-days:column.day'),
      ordering: 'day',
      cell: ({ day }) => (
        <span className={classes.two}>
          <b>{formatDay(day, i18n.language)}</b>
          <span className="meta">{formatWeekday(day, i18n.language)}</span>
        </span>
      ),
    },
    {
      key: 'place',
      header: t('test-days:column.place'),
      skeleton: 140,
      cell: ({ place, rooms }) => (
        <span className={classes.two}>
          <span dir="auto">{place}</span>
          {rooms.length > 0 ? (
            <span className="meta" dir="auto">
              {rooms.join(', ')}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'tests',
      header: t('test-days:column.tests'),
      cell: ({ tests }) => tests.map(({ code }) => code).join(', '),
    },
    {
      key: 'people',
      header: t('test-days:column.people'),
      align: 'end',
      cell: ({ people }) => number(people),
    },
    {
      key: 'started',
      header: t('test-days:column.started'),
      align: 'end',
      cell: ({ started }) => number(started),
    },
    {
      key: 'finished',
      header: t('test-days:column.finished'),
      align: 'end',
      cell: ({ finished }) => number(finished),
    },
    {
      key: 'state',
      header: t('test-days:column.state'),
      skeleton: 80,
      cell: (day) => (
        <span className={classes.two}>
          <DayState day={day} />
          {day.waiting > 0 ? (
            <span className="meta">
              {t('test-days:waiting.inList', { number: formatNumber(day.waiting, i18n.language) })}
            </span>
          ) : null}
        </span>
      ),
    },
  ]
}

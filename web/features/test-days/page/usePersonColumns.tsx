import { IconCheck, IconCircleDashed, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TestDayDetails, TestDayPerson } from '#contract/test-days.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../test-days.module.css'
import { inFours } from './digits.ts'
import { PersonMenu } from './PersonMenu.tsx'

const looks = {
  not_started: { tone: 'waiting', icon: IconCircleDashed },
  started: { tone: 'running', icon: IconPlayerPlay },
  finished: { tone: 'done', icon: IconCheck },
} as const

export function usePersonColumns(clientId: string, day: TestDayDetails): Column<TestDayPerson>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('test-days:column.name'),
      ordering: 'name',
      skeleton: 168,
      cell: ({ name, staffNumber, group }) => (
        <span className={classes.two}>
          <b dir="auto">{name}</b>
          <span className="meta" dir="auto">
            {[staffNumber, group].filter((text) => text !== '').join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'code',
      header: t('test-days:column.code'),
      skeleton: 72,
      cell: ({ code }) => <bdi className={`text-16 semibold nowrap ${classes.code}`}>{inFours(code)}</bdi>,
    },
    {
      key: 'room',
      header: t('test-days:column.room'),
      ordering: 'room',
      cell: ({ room }) => <span dir="auto">{room || '–'}</span>,
    },
    {
      key: 'state',
      header: t('test-days:column.state'),
      skeleton: 96,
      cell: ({ state }) => <StatusWord {...looks[state]}>{t(`test-days:people.state.${state}`)}</StatusWord>,
    },
    {
      key: 'actions',
      header: <span className="sr">{t('test-days:column.actions')}</span>,
      align: 'end',
      skeleton: 28,
      cell: (person) => <PersonMenu clientId={clientId} day={day} person={person} />,
    },
  ]
}

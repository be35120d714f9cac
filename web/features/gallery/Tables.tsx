import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/layout/Card.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { DataTableProps } from '../../ui/table/tableTypes.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import classes from './gallery.module.css'
import { Part } from './Part.tsx'

interface Person {
  name: string
  group: string
  test: string
  answered: number
}

const people: Person[] = [
  { name: 'Ayşe Demir', group: 'Paketleme', test: 'MYT', answered: 173 },
  { name: 'Ömer Faruk Büyükçavuşoğlu', group: 'Kurutma hattı', test: 'AYT', answered: 0 },
  { name: 'İlker Iğdır', group: '3. vardiya', test: 'ENGLISH', answered: 34 },
]

function useTable(): DataTableProps<Person> {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [ordering, setOrdering] = useState('name')
  const [search, setSearch] = useState('')
  const column = (key: keyof Person) => ({
    key,
    header: t(`gallery:table.${key}`),
    name: t(`gallery:table.${key}`),
  })
  return {
    label: t('gallery:part.tables'),
    columns: [
      { ...column('name'), ordering: 'name', cell: ({ name }) => <b>{name}</b>, skeleton: 168 },
      { ...column('group'), cell: ({ group }) => group },
      { ...column('test'), cell: ({ test }) => <Tag>{test}</Tag>, skeleton: 44 },
      { ...column('answered'), align: 'end', ordering: 'answered', cell: ({ answered }) => answered },
    ],
    rowKey: ({ name }) => name,
    rows: people,
    count: 48,
    page: 1,
    pageSize: 10,
    onPage: () => {},
    ordering,
    onOrdering: setOrdering,
    search: { value: search, onChange: setSearch, placeholder: t('gallery:field.search') },
    columnChoice: { hidden, onHidden: setHidden },
    empty: (
      <EmptyState
        drawing={<ListDrawing />}
        title={t('gallery:table.emptyTitle')}
        actions={<Button size="sm">{t('gallery:table.first')}</Button>}
      >
        {t('gallery:table.emptyText')}
      </EmptyState>
    ),
    noMatch: {
      title: t('gallery:table.noMatch'),
      text: t('gallery:table.noMatchText'),
      clearLabel: t('gallery:table.clear'),
      onClear: () => {},
    },
    minWidth: 560,
  }
}

export function Tables() {
  const { t } = useTranslation()
  const table = useTable()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['Ayşe Demir']))
  const [all, setAll] = useState(false)
  const failure = {
    title: t('gallery:table.failed'),
    message: t('common:error.somethingWentWrong'),
    requestId: '7f3a-19c2',
    onRetry: () => {},
  }
  const selection = {
    selected,
    onChange: setSelected,
    rowLabel: (name: string) => t('gallery:table.select', { name }),
    matching: { all, onAll: setAll },
    actions: (
      <Button size="sm" icon={<IconBell aria-hidden />}>
        {t('gallery:table.remind')}
      </Button>
    ),
  }
  const { columnChoice: _, search: __, ...plain } = table
  return (
    <Part name="tables">
      <div className={classes.tables}>
        <Card clip>
          <DataTable {...table} selection={selection} />
        </Card>
        <Card clip>
          <DataTable {...plain} rows={undefined} pageSize={3} label={t('gallery:table.loading')} />
        </Card>
        <Card clip>
          <DataTable {...plain} rows={[]} count={0} />
        </Card>
        <Card clip>
          <DataTable {...plain} rows={[]} count={0} filtered />
        </Card>
        <Card clip>
          <DataTable {...plain} rows={undefined} failure={failure} />
        </Card>
      </div>
    </Part>
  )
}

export function Cards() {
  const { t } = useTranslation()
  return (
    <Part name="cards">
      <div className={classes.fields}>
        <Card>
          <CardHeader
            title={t('gallery:card.title')}
            actions={<Button size="xs">{t('gallery:button')}</Button>}
          />
          <CardBody>{t('gallery:card.text')}</CardBody>
          <CardFooter>{t('gallery:card.foot')}</CardFooter>
        </Card>
      </div>
    </Part>
  )
}

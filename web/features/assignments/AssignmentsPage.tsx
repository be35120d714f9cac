import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { getClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { paths, reportPath } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ListDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { BulkActs } from './acts/BulkActs.tsx'
import { LateAnswers } from './acts/LateAnswers.tsx'
import { RowMenu } from './acts/RowMenu.tsx'
import { type Target, targetOf } from './acts/target.ts'
import { type Acts, useActs } from './acts/useActs.ts'
import classes from './cells.module.css'
import { DueCell, LastEventCell, ProgressCell } from './cells.tsx'
import { ExportButton } from './ExportButton.tsx'
import { Filters } from './Filters.tsx'
import { PersonCell } from './PersonCell.tsx'
import { AssignmentStatusWord } from './status.tsx'
import { filtersOf, type ListParams, useAssignments, useListParams } from './useAssignments.ts'

export default function AssignmentsPage() {
  return <ClientGate>{(client) => <Assignments key={client.value} client={client} />}</ClientGate>
}

function Assignments({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const params = useListParams()
  const list = useAssignments(client.value, params)
  const timeZone = useTimeZone(client.value)
  const columns = useColumns(timeZone, useActs(client.value))
  const picked = usePicked(list.data?.results ?? [], list.data?.count ?? 0, params)
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined

  return (
    <>
      <PageHeader
        title={t('assignments:title')}
        lead={t('assignments:lead', { client: client.label })}
        actions={
          <Button
            variant="solid"
            icon={<IconPlus aria-hidden />}
            component={Link}
            to={paths.createAssignment}
          >
            {t('assignments:define')}
          </Button>
        }
      />
      <Card clip>
        <DataTable
          label={t('assignments:title')}
          columns={columns}
          rowKey={(row) => row.id}
          rows={list.data?.results}
          count={list.data?.count ?? 0}
          page={params.page}
          pageSize={params.pageSize}
          onPage={params.setPage}
          onPageSize={params.setPageSize}
          ordering={params.ordering}
          onOrdering={params.setOrdering}
          search={{ value: params.search, onChange: params.setSearch, placeholder: t('assignments:search') }}
          toolbar={
            <>
              <Filters
                clientId={client.value}
                params={params}
                personName={list.data?.results[0]?.user.name ?? ''}
              />
              <ExportButton clientId={client.value} params={params} />
            </>
          }
          selection={{
            selected: picked.selected,
            onChange: picked.onChange,
            rowLabel: picked.label,
            matching: { all: picked.all, onAll: picked.onAll },
            actions: (
              <BulkActs
                clientId={client.value}
                target={picked.target}
                timeZone={timeZone}
                onDone={picked.clear}
              />
            ),
          }}
          columnChoice={{ hidden: params.hidden, onHidden: params.setHidden }}
          busy={list.isPlaceholderData}
          filtered={params.filtered}
          failure={
            failed
              ? {
                  title: t('assignments:failed'),
                  message: errorMessage(list.error),
                  requestId,
                  onRetry: () => void list.refetch(),
                }
              : undefined
          }
          empty={
            <EmptyState
              drawing={<ListDrawing />}
              title={t('assignments:empty.title')}
              actions={
                <Button
                  size="sm"
                  icon={<IconPlus aria-hidden />}
                  component={Link}
                  to={paths.createAssignment}
                >
                  {t('assignments:empty.first')}
                </Button>
              }
            >
              {t('assignments:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: params.search
              ? t('assignments:noMatch.search', { search: params.search })
              : t('assignments:noMatch.filters'),
            text: t('assignments:noMatch.text'),
            clearLabel: t('assignments:noMatch.clear'),
            onClear: params.clear,
          }}
          minWidth={1080}
        />
      </Card>
    </>
  )
}

function useTimeZone(clientId: string): string {
  const { data } = useQuery({
    queryKey: ['client', clientId, 'record'],
    queryFn: ({ signal }) => api(getClient, { params: { clientId }, signal }),
    staleTime: 60_000,
  })
  return data?.timeZone ?? 'Europe/Istanbul'
}

/** Ticked rows stay ticked on other pages, with what is known of them; a new filter starts afresh. */
function usePicked(rows: readonly Assignment[], count: number, params: ListParams) {
  const { t } = useTranslation()
  const filters = filtersOf(params)
  const of = JSON.stringify(filters)
  const [kept, setKept] = useState({ of, all: false, rows: new Map<string, Assignment>() })
  const now = kept.of === of ? kept : { of, all: false, rows: new Map<string, Assignment>() }
  const known = new Map([...now.rows, ...rows.map((row) => [row.id, row] as const)])
  const target: Target = now.all
    ? { which: { filter: filters }, count, unitsBack: null, name: null }
    : targetOf([...now.rows.keys()].flatMap((id) => known.get(id) ?? []))
  return {
    target,
    selected: new Set(now.rows.keys()),
    all: now.all,
    onAll: (all: boolean) => setKept({ ...now, all }),
    onChange: (ids: ReadonlySet<string>) =>
      setKept({
        of,
        all: false,
        rows: new Map([...known].filter(([id]) => ids.has(id))),
      }),
    clear: () => setKept({ of, all: false, rows: new Map() }),
    label: (id: string) =>
      t('assignments:selectOf', { name: known.get(id)?.user.name, test: known.get(id)?.inventory.name }),
  }
}

function useColumns(timeZone: string, acts: Acts): Column<Assignment>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'person',
      header: t('assignments:column.person'),
      name: t('assignments:column.person'),
      ordering: 'name',
      skeleton: 168,
      cell: ({ user }) => <PersonCell {...user} />,
    },
    {
      key: 'group',
      header: t('assignments:column.group'),
      name: t('assignments:column.group'),
      cell: ({ user }) => <span dir="auto">{user.group || '–'}</span>,
    },
    {
      key: 'test',
      header: t('assignments:column.test'),
      name: t('assignments:column.test'),
      skeleton: 120,
      cell: ({ inventory }) => <span className={classes.test}>{inventory.name}</span>,
    },
    {
      key: 'status',
      header: t('assignments:column.status'),
      name: t('assignments:column.status'),
      ordering: 'status',
      skeleton: 96,
      cell: (assignment) => (
        <span className={classes.two}>
          <AssignmentStatusWord assignment={assignment} />
          <LateAnswers assignment={assignment} />
        </span>
      ),
    },
    {
      key: 'progress',
      header: t('assignments:column.progress'),
      name: t('assignments:column.progress'),
      skeleton: 96,
      cell: (assignment) => <ProgressCell assignment={assignment} />,
    },
    {
      key: 'due',
      header: t('assignments:column.due'),
      name: t('assignments:column.due'),
      ordering: 'dueDate',
      cell: (assignment) => <DueCell assignment={assignment} timeZone={timeZone} />,
    },
    {
      key: 'event',
      header: t('assignments:column.event'),
      name: t('assignments:column.event'),
      ordering: 'completedAt',
      cell: (assignment) => <LastEventCell assignment={assignment} timeZone={timeZone} />,
    },
    {
      key: 'report',
      header: <span className="sr">{t('assignments:column.act')}</span>,
      align: 'end',
      skeleton: 56,
      cell: (assignment) => (
        <span className={classes.acts}>
          {assignment.reportable ? (
            <Button
              size="xs"
              variant="twoTone"
              component={Link}
              to={reportPath(assignment.id)}
              aria-label={t('assignments:reportOf', { name: assignment.user.name })}
            >
              {t('assignments:report')}
            </Button>
          ) : null}
          <RowMenu assignment={assignment} acts={acts} timeZone={timeZone} />
        </span>
      ),
    },
  ]
}

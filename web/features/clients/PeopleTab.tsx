import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import type { Person } from '#contract/people.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { PeopleDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { type PeopleKind, usePeople, usePeopleParams } from './usePeople.ts'
import { usePeopleColumns } from './usePeopleColumns.tsx'

interface PeopleTabProps {
  client: Client
  kind: PeopleKind
  onHelp: (userId: string) => void
}

/** The people of one role; a row opens the help for its person. */
export function PeopleTab({ client, kind, onHelp }: PeopleTabProps) {
  const { t } = useTranslation()
  const params = usePeopleParams()
  const list = usePeople(client.id, kind, params)
  const [removing, setRemoving] = useState<Person>()
  const help = ({ userId }: { userId: string }) => onHelp(userId)
  const columns = usePeopleColumns(client, kind, { onHelp: help, onRemove: setRemoving })
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined
  return (
    <>
      <Card clip>
        <DataTable
          label={t(`clients:tab.${kind}`)}
          columns={columns}
          rowKey={(row) => row.membershipId}
          rows={list.data?.results}
          count={list.data?.count ?? 0}
          page={params.page}
          pageSize={params.pageSize}
          onPage={params.setPage}
          onPageSize={params.setPageSize}
          ordering={params.ordering}
          onOrdering={params.setOrdering}
          onOpen={help}
          search={{
            value: params.search,
            onChange: params.setSearch,
            placeholder: t('clients:people.search'),
          }}
          busy={list.isPlaceholderData}
          filtered={params.filtered}
          failure={
            failed
              ? {
                  title: t(`clients:people.failed.${kind}`),
                  message: errorMessage(list.error),
                  requestId,
                  onRetry: () => void list.refetch(),
                }
              : undefined
          }
          empty={
            <EmptyState drawing={<PeopleDrawing />} title={t(`clients:people.empty.${kind}`)}>
              {client.status === 'active'
                ? t(`clients:people.emptyText.${kind}`)
                : t('clients:people.notActive')}
            </EmptyState>
          }
          noMatch={{
            title: t('clients:people.noMatch', { search: params.search }),
            text: t('clients:people.noMatchText'),
            clearLabel: t('clients:people.clear'),
            onClear: params.clear,
          }}
          minWidth={kind === 'managers' ? 560 : 760}
        />
      </Card>
      <RemoveDialog client={client} person={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listRequests, type PersonRequest } from '#contract/requests.ts'
import { api } from '../../app/api.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { pageOf, searchOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'
import { PeopleDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CardTabs } from '../../ui/layout/CardTabs.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { useRequestColumns } from './useRequestColumns.tsx'

const states = ['open', 'decided'] as const

/** Requests by their deadline, of one client or of all of them, and the one that is open beside them. */
export function RequestList({ clientId }: { clientId: string | undefined }) {
  const { t, i18n } = useTranslation()
  const params = useTableParams(['state'], 'dueAt')
  const state: (typeof states)[number] = params.filters.state === 'decided' ? 'decided' : 'open'
  const query = {
    ...pageOf(params, listRequests.query.shape.ordering),
    ...(params.search ? { search: searchOf(params.search) } : {}),
    ...(clientId === undefined ? {} : { client: clientId }),
    state,
  }
  const list = useQuery({
    queryKey: [...(clientId === undefined ? [] : ['client', clientId]), 'requests', query, i18n.language],
    queryFn: ({ signal }) => api(listRequests, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useRequestColumns({ withClient: clientId === undefined })
  const [opened, setOpened] = useState<string>()
  // It leaves the list of open ones, and its answer or the data may have to be handed over.
  const [decided, setDecided] = useState<PersonRequest>()
  const request = decided ?? list.data?.results.find(({ id }) => id === opened)
  const close = () => {
    setOpened(undefined)
    setDecided(undefined)
  }
  return (
    <>
      <Card clip>
        <CardTabs label={t('requests:state.label')} current={state}>
          {states.map((one) => (
            <Link
              key={one}
              to={{ search: one === 'open' ? '' : `?state=${one}` }}
              aria-current={one === state ? 'page' : undefined}
            >
              {t(`requests:state.${one}`)}
            </Link>
          ))}
        </CardTabs>
        <ListTable
          label={t('requests:title')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          params={params}
          search={t('requests:search')}
          onOpen={({ id }) => setOpened(id)}
          failed={t('requests:failed')}
          empty={
            <EmptyState drawing={<PeopleDrawing />} title={t('requests:empty.title')}>
              {t('requests:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('requests:noMatch', { search: params.search }),
            clearLabel: t('requests:clear'),
          }}
        />
      </Card>
      <RequestPanel
        request={request}
        onDecided={(answer) =>
          answer.handOver === null && answer.dataUntil === null ? close() : setDecided(answer)
        }
        onClose={close}
      />
    </>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { listRequests, type PersonRequest } from '#contract/requests.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { useList } from '../../../app/useList.ts'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CardTabs } from '../../../ui/layout/CardTabs.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { useRequestColumns } from './useRequestColumns.tsx'

const states = ['open', 'decided'] as const

/** Requests by their deadline, of one client or of all of them, and the one that is open beside them. */
export function RequestList({ clientId }: { clientId: string | undefined }) {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const state = address.get('state') === 'decided' ? 'decided' : 'open'
  const requests = useList(listRequests, { ordering: 'dueAt', asks: { client: clientId, state } })
  const columns = useRequestColumns({ withClient: clientId === undefined })
  const [opened, setOpened] = useState<string>()
  // It leaves the list of open ones, and its answer or the data may have to be handed over.
  const [decided, setDecided] = useState<PersonRequest>()
  const request = decided ?? requests.list.data?.results.find(({ id }) => id === opened)
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
          of={requests}
          search={t('requests:search')}
          onOpen={({ id }) => setOpened(id)}
          failed={t('requests:failed')}
          empty={
            <EmptyState drawing={<PeopleDrawing />} title={t('requests:empty.title')}>
              {t('requests:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('requests:noMatch', { search: requests.params.search }),
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

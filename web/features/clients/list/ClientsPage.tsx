import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { type Client, clientStatus, listClients } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { clientPath, paths } from '../../../app/paths.ts'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { NewClientPanel } from '../form/NewClientPanel.tsx'
import { useClientColumns } from './useClientColumns.tsx'

/** Every organisation on the platform. */
export default function ClientsPage() {
  const { t } = useTranslation()
  const clients = useList(listClients, { ordering: 'name' })
  const { search } = clients.params
  const columns = useClientColumns()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)

  return (
    <>
      <PageHeader
        lead={<Waiting />}
        actions={
          <Button variant="solid" icon={<IconPlus aria-hidden />} onClick={add}>
            {t('clients:new.open')}
          </Button>
        }
      />
      <Card clip>
        <ListTable
          label={t('clients:title')}
          columns={columns}
          rowKey={(row) => row.id}
          of={clients}
          onOpen={({ id }) => void navigate(clientPath(id))}
          search={t('clients:search')}
          filters={[
            one(clients, 'status', {
              label: t('clients:column.status'),
              data: clientStatus.options.map((value) => ({ value, label: t(`clients:status.${value}`) })),
            }),
          ]}
          columnChoice
          failed={t('clients:failed')}
          empty={
            <EmptyState
              drawing={<ListDrawing />}
              title={t('clients:empty.title')}
              actions={
                <Button size="sm" icon={<IconPlus aria-hidden />} onClick={add}>
                  {t('clients:new.open')}
                </Button>
              }
            >
              {t('clients:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: search ? t('clients:noMatch.search', { search }) : t('clients:noMatch.filters'),
            text: t('clients:noMatch.text'),
            clearLabel: t('clients:noMatch.clear'),
          }}
          minWidth={880}
        />
      </Card>
      <NewClientPanel
        opened={adding}
        onClose={() => setAdding(false)}
        onCreated={(clientId) => void navigate(clientPath(clientId))}
      />
    </>
  )
}

/** The first sentence of an operator's pages: whether somebody waits for an answer. */
function Waiting() {
  const { t, i18n } = useTranslation()
  const waiting = useClientCount('pending').data?.count ?? 0
  if (waiting === 0) return <>{t('clients:lead')}</>
  return (
    <>
      {t('clients:lead')}{' '}
      <Link className="link" to={`${paths.clients}?status=pending`}>
        {t('clients:waiting', { count: waiting, number: formatNumber(waiting, i18n.language) })}
      </Link>
    </>
  )
}

/** The number of clients with this status, without the clients themselves. */
function useClientCount(status: Client['status']) {
  return useQuery({
    queryKey: ['clients', 'count', status],
    queryFn: ({ signal }) => api(listClients, { query: { status, page_size: '1' }, signal }),
  })
}

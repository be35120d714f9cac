import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { listWebhooks, maxWebhooks, type Webhook } from '#contract/webhooks.ts'
import { api } from '../../../app/api.ts'
import { failureOf } from '../../../app/LoadFailure.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { useOpenWebhook } from '../../../app/useOpenPanel.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'
import { WebhookState } from './WebhookState.tsx'

/** All of a client's webhooks: there are ten at most, so they need neither pages nor a search. */
function useWebhooks(clientId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'webhooks'],
    queryFn: ({ signal }) =>
      api(listWebhooks, { params: { clientId }, query: { page_size: String(maxWebhooks) }, signal }),
    staleTime: 0,
  })
}

/** The webhooks of a client: their list, adding one, and one beside it. */
export function WebhooksSection({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const webhooks = useWebhooks(clientId)
  const timeZone = useClientTimeZone(clientId)
  const [adding, setAdding] = useState(false)
  const { webhook, open, close } = useOpenWebhook()
  const { data } = webhooks
  const count = data?.count ?? 0
  const add = (
    <Button size="sm" icon={<IconWebhook aria-hidden />} onClick={() => setAdding(true)}>
      {t('webhooks:add.action')}
    </Button>
  )
  return (
    <>
      <Card clip>
        <CardHeader title={t('webhooks:title')} actions={count > 0 && count < maxWebhooks ? add : null} />
        {count === 0 ? null : (
          <CardBody className="muted">
            {count < maxWebhooks
              ? t('webhooks:lead')
              : t('webhooks:most', { number: formatNumber(maxWebhooks, i18n.language) })}
          </CardBody>
        )}
        <DataTable
          label={t('webhooks:title')}
          columns={useWebhookColumns(timeZone)}
          rowKey={({ id }) => id}
          rows={data?.results}
          count={count}
          page={1}
          pageSize={maxWebhooks}
          // There is one page.
          onPage={() => undefined}
          onOpen={({ id }) => open(id)}
          failure={
            webhooks.isError && data === undefined ? failureOf(webhooks, t('webhooks:failed')) : undefined
          }
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('webhooks:empty.title')} actions={add}>
              {t('webhooks:empty.text')}
            </EmptyState>
          }
          noMatch={{ title: t('webhooks:empty.title'), clearLabel: '', onClear: () => undefined }}
          minWidth={620}
        />
      </Card>
      <NewWebhook clientId={clientId} opened={adding} onClose={() => setAdding(false)} />
      <WebhookPanel
        clientId={clientId}
        webhook={data?.results.find(({ id }) => id === webhook)}
        timeZone={timeZone}
        onClose={close}
      />
    </>
  )
}

function useWebhookColumns(timeZone: string): Column<Webhook>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return [
    {
      key: 'url',
      header: t('webhooks:column.url'),
      opens: true,
      skeleton: 144,
      cell: ({ url, events }) => (
        <span className="stack min-0 gap-2 text-start">
          <bdi className="medium breakable" dir="ltr">
            {url}
          </bdi>
          <span className="meta">
            {t('webhooks:eventCount', { count: events.length, number: number(events.length) })}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('webhooks:column.state'),
      skeleton: 80,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'succeededAt',
      header: t('webhooks:column.succeededAt'),
      skeleton: 96,
      cell: ({ succeededAt }) =>
        succeededAt === null ? (
          <span className="muted">{t('webhooks:never')}</span>
        ) : (
          formatDateTime(succeededAt, i18n.language, timeZone)
        ),
    },
  ]
}

import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { listWebhooks, maxWebhooks, type Webhook } from '#contract/webhooks.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'
import { WebhookState } from './WebhookState.tsx'

/** The webhooks of a client: their list, adding one, and one beside it. */
export function WebhooksSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const webhooks = useList(listWebhooks, { params: { clientId }, ordering: '-createdAt', fresh: true })
  const timeZone = useClientTimeZone(clientId)
  const columns = useWebhookColumns(timeZone)
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<string>()
  const add = (
    <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('webhooks:add.action')}
    </Button>
  )
  const { data } = webhooks.list
  return (
    <Card clip>
      <CardHeader
        title={t('webhooks:title')}
        actions={data !== undefined && data.count > 0 && data.count < maxWebhooks ? add : undefined}
      />
      <CardBody>
        <p className="muted">{t('webhooks:lead')}</p>
      </CardBody>
      <ListTable
        label={t('webhooks:title')}
        columns={columns}
        rowKey={({ id }) => id}
        of={webhooks}
        search={t('webhooks:search')}
        onOpen={({ id }) => setOpened(id)}
        failed={t('webhooks:failed')}
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('webhooks:empty.title')} actions={add}>
            {t('webhooks:empty.text')}
          </EmptyState>
        }
        noMatch={{ title: t('webhooks:noMatch'), clearLabel: t('webhooks:clear') }}
      />
      <SidePanel opened={adding} title={t('webhooks:add.title')} held onClose={() => setAdding(false)}>
        {adding ? <NewWebhook clientId={clientId} onDone={() => setAdding(false)} /> : null}
      </SidePanel>
      <WebhookPanel
        clientId={clientId}
        webhook={data?.results.find(({ id }) => id === opened)}
        timeZone={timeZone}
        onClose={() => setOpened(undefined)}
      />
    </Card>
  )
}

function useWebhookColumns(timeZone: string): Column<Webhook>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'url',
      header: t('webhooks:column.url'),
      opens: true,
      skeleton: 144,
      cell: ({ url }) => <span className="breakable">{url}</span>,
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
      skeleton: 80,
      cell: ({ succeededAt }) =>
        succeededAt === null ? t('webhooks:never') : formatDateTime(succeededAt, i18n.language, timeZone),
    },
  ]
}

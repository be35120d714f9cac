import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { keyOf } from './EventFields.tsx'

const pageSize = 10

interface DeliveriesProps {
  clientId: string
  webhook: Webhook
  timeZone: string
}

/** What was sent to a webhook within 30 days, the newest first. */
export function Deliveries({ clientId, webhook, timeZone }: DeliveriesProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const params = { clientId, webhookId: webhook.id }
  const found = useQuery({
    queryKey: ['client', clientId, 'webhooks', webhook.id, 'deliveries', page],
    queryFn: ({ signal }) =>
      api(listWebhookDeliveries, {
        params,
        query: { page: String(page), page_size: String(pageSize) },
        signal,
      }),
    placeholderData: (before) => before,
  })
  const { data } = found
  return (
    <section className="stack gap-12" aria-busy={found.isPending}>
      <div className="row split gap-12">
        <h3 className="text-16">{t('webhooks:deliveries.title')}</h3>
        <Button size="sm" loading={found.isFetching} onClick={() => void found.refetch()}>
          {t('webhooks:deliveries.refresh')}
        </Button>
      </div>
      {found.isError ? <LoadFailure of={found} title={t('webhooks:deliveries.failed')} /> : null}
      {data?.count === 0 ? <p className="muted">{t('webhooks:deliveries.none')}</p> : null}
      <ul className="stack gap-16">
        {data?.results.map((one) => (
          <Delivery key={one.id} of={one} params={params} on={webhook.off === null} timeZone={timeZone} />
        ))}
      </ul>
      {data !== undefined && data.count > pageSize ? (
        <div className="row split gap-12">
          <Button size="sm" disabled={data.previous === null} onClick={() => setPage(page - 1)}>
            {t('webhooks:deliveries.newer')}
          </Button>
          <Button size="sm" disabled={data.next === null} onClick={() => setPage(page + 1)}>
            {t('webhooks:deliveries.older')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface DeliveryProps {
  of: WebhookDelivery
  params: { clientId: string; webhookId: string }
  on: boolean
  timeZone: string
}

function Delivery({ of, params, on, timeZone }: DeliveryProps) {
  const { t, i18n } = useTranslation()
  const sending = useAction(resendWebhookDelivery, { done: t('webhooks:resend.done') })
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const facts = [
    at(of.createdAt),
    t('webhooks:deliveries.tries', { count: of.tries, number: formatNumber(of.tries, i18n.language) }),
    ...(of.tookMs === null ? [] : [`${formatNumber(of.tookMs, i18n.language)} ms`]),
    ...(of.nextTryAt === null || of.tries === 0
      ? []
      : [t('webhooks:deliveries.next', { time: at(of.nextTryAt) })]),
  ]
  return (
    <li className="row split gap-12">
      <div className="stack gap-4 min-0">
        <b className="semibold">{t(`webhooks:event.${keyOf(of.event)}`)}</b>
        <span>
          {t(`webhooks:delivery.${of.state}`)}
          {of.problem === null ? '' : `: ${t(`webhooks:problem.${of.problem}`, { status: of.statusCode })}`}
        </span>
        <span className="text-13 muted">{facts.join(' · ')}</span>
      </div>
      {on ? (
        <Button
          size="sm"
          loading={sending.isPending}
          onClick={() => sending.mutate({ params: { ...params, deliveryId: of.id } })}
        >
          {t('webhooks:resend.action')}
        </Button>
      ) : null}
    </li>
  )
}

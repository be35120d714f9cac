import { IconAlertTriangle, IconCircleCheck, IconClock, type TablerIcon } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
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
import { Pager } from '../../../ui/table/Pager.tsx'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from './Deliveries.module.css'
import { keyOf } from './events.ts'

const pageSize = 10
/** Milliseconds between two questions while the outcome of a message is expected at once. */
const askEveryMs = 2000

interface DeliveriesProps {
  clientId: string
  webhook: Webhook
  timeZone: string
}

/** A message that is new or sent again: its outcome comes within seconds. */
const isExpected = ({ state, problem }: WebhookDelivery) => state === 'waiting' && problem === null

/** One page of a webhook's messages, asked for again while one of them is on its way. */
function useDeliveries(clientId: string, { id: webhookId, off }: Webhook, page: number) {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: ['client', clientId, 'deliveries', webhookId, page],
    queryFn: ({ signal }) =>
      api(listWebhookDeliveries, {
        params: { clientId, webhookId },
        query: { page: String(page), page_size: String(pageSize) },
        signal,
      }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      off === null && state.data?.results.some(isExpected) ? askEveryMs : false,
  })
  const tried = list.data?.results.map(({ triedAt }) => triedAt).join()
  // The webhook's own state follows from each outcome, also from one that came before the message was seen waiting.
  useEffect(() => {
    if (tried === undefined) return
    void queries.invalidateQueries({ queryKey: ['client', clientId, 'webhooks'] })
  }, [queries, clientId, tried])
  return list
}

/** The messages of a webhook within 30 days, the newest first. */
export function Deliveries({ clientId, webhook, timeZone }: DeliveriesProps) {
  const { t } = useTranslation()
  const id = useId()
  const [page, setPage] = useState(1)
  const list = useDeliveries(clientId, webhook, page)
  const { data } = list
  return (
    <section className="stack one-column gap-8" aria-labelledby={id} aria-busy={list.isPending}>
      <h3 className="text-16" id={id}>
        {t('webhooks:deliveries.title')}
      </h3>
      {list.isError && data === undefined ? (
        <LoadFailure of={list} title={t('webhooks:deliveries.failed')} />
      ) : null}
      {data?.count === 0 ? <p className="muted">{t('webhooks:deliveries.none')}</p> : null}
      <ul className={`stack one-column ${classes.deliveries}`}>
        {data?.results.map((one) => (
          <Delivery
            key={one.id}
            of={one}
            params={{ clientId, webhookId: webhook.id, deliveryId: one.id }}
            on={webhook.off === null}
            timeZone={timeZone}
          />
        ))}
      </ul>
      {data !== undefined && data.count > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={data.count} onPage={setPage} />
      ) : null}
    </section>
  )
}

const looks: Record<WebhookDelivery['state'], { tone: StatusTone; icon: TablerIcon }> = {
  waiting: { tone: 'waiting', icon: IconClock },
  delivered: { tone: 'done', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
}

/** The words for where a message is: after a failure it says when it is tried again; one to a webhook that is off was never tried. */
function wordsOf({ state, problem, triedAt }: WebhookDelivery) {
  if (state === 'waiting') return problem === null ? 'waiting' : 'again'
  return triedAt === null ? 'off' : state
}

interface DeliveryProps {
  of: WebhookDelivery
  params: { clientId: string; webhookId: string; deliveryId: string }
  /** Nothing is sent to a webhook that is off. */
  on: boolean
  timeZone: string
}

function Delivery({ of, params, on, timeZone }: DeliveryProps): ReactNode {
  const { t, i18n } = useTranslation()
  const sending = useAction(resendWebhookDelivery, { done: t('webhooks:resend.done') })
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const number = (value: number) => formatNumber(value, i18n.language)
  const event = t(`webhooks:event.${keyOf(of.event)}`)
  const key = wordsOf(of)
  const facts = [
    t('webhooks:deliveries.created', { time: at(of.createdAt) }),
    ...(of.tries === 0
      ? []
      : [t('webhooks:deliveries.tries', { count: of.tries, number: number(of.tries) })]),
    ...(of.tookMs === null ? [] : [t('webhooks:deliveries.took', { number: number(of.tookMs) })]),
  ]
  return (
    <li className={`ruled-bottom ${classes.delivery}`}>
      <div className="stack one-column gap-2 min-0 breakable">
        <b className="medium">{event}</b>
        <StatusWord {...looks[key === 'again' ? 'failed' : of.state]}>
          {t(`webhooks:delivery.${key}`, {
            time: of.triedAt && at(of.triedAt),
            next: of.nextTryAt && at(of.nextTryAt),
          })}
        </StatusWord>
        {of.problem === null ? null : (
          <span className="text-13">{t(`webhooks:problem.${of.problem}`, { status: of.statusCode })}</span>
        )}
        <span className="meta">{facts.join(' · ')}</span>
      </div>
      {on && !isExpected(of) ? (
        <Button
          size="sm"
          loading={sending.isPending}
          aria-label={t('webhooks:resend.of', { event, time: at(of.createdAt) })}
          onClick={() => sending.mutate({ params })}
        >
          {t('webhooks:resend.action')}
        </Button>
      ) : null}
    </li>
  )
}

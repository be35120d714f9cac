import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import {
  acceptDelivery,
  listWaitingDeliveries,
  rejectDelivery,
  type WaitingDelivery,
} from '#contract/test-days.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { ListTable } from '../../../app/ListTable.tsx'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import classes from '../test-days.module.css'
import type { DayPartProps } from './parts.ts'

interface Deciding {
  delivery: WaitingDelivery
  decision: 'accepted' | 'rejected'
}

/** Deliveries of withdrawn tablets, and others that are not certain: without effect until they are accepted. */
export function WaitingPart({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  const waiting = useList(listWaitingDeliveries, {
    params: { clientId, testDayId: day.id },
    ordering: '-receivedAt',
  })
  const [deciding, setDeciding] = useState<Deciding>()
  return (
    <Card clip>
      <ListTable
        label={t('test-days:part.waiting')}
        columns={useColumns(timeZone, setDeciding)}
        rowKey={({ id }) => id}
        of={waiting}
        search={t('test-days:people.search')}
        failed={t('test-days:waiting.failed')}
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('test-days:waiting.empty.title')}>
            {t('test-days:waiting.empty.text')}
          </EmptyState>
        }
        noMatch={{
          title: t('test-days:people.noMatch.search', { search: waiting.params.search }),
          text: t('test-days:people.noMatch.text'),
          clearLabel: t('test-days:noMatch.clear'),
        }}
        minWidth={1040}
      />
      <DecideDialog
        clientId={clientId}
        testDayId={day.id}
        deciding={deciding}
        onClose={() => setDeciding(undefined)}
      />
    </Card>
  )
}

function useColumns(timeZone: string, onDecide: (deciding: Deciding) => void): Column<WaitingDelivery>[] {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  return [
    { key: 'name', header: t('test-days:column.name'), cell: ({ name }) => <b dir="auto">{name}</b> },
    { key: 'test', header: t('test-days:kept.test'), cell: ({ inventory }) => inventory.name },
    {
      key: 'tablet',
      header: t('test-days:kept.tablet'),
      cell: ({ tablet, reason, withdrawnAt }) => (
        <span className={classes.two}>
          <bdi>{tablet}</bdi>
          <span className="meta">
            {reason !== 'withdrawn' || withdrawnAt === null
              ? t(`test-days:waiting.reason.${reason}`)
              : t('test-days:waiting.withdrawn', { at: at(withdrawnAt) })}
          </span>
        </span>
      ),
    },
    {
      key: 'received',
      header: t('test-days:kept.received'),
      ordering: 'receivedAt',
      cell: ({ receivedAt }) => <span className="num">{at(receivedAt)}</span>,
    },
    {
      key: 'what',
      header: t('test-days:waiting.what'),
      cell: ({ answered, submitted, refused }) =>
        refused
          ? t('test-days:waiting.refused')
          : t(submitted ? 'test-days:waiting.submitted' : 'test-days:waiting.open', {
              count: answered,
              number: formatNumber(answered, i18n.language),
            }),
    },
    {
      key: 'decision',
      header: t('test-days:waiting.decision'),
      cell: (delivery) =>
        delivery.decision === null ? (
          <span className="cluster gap-8">
            <Button size="sm" onClick={() => onDecide({ delivery, decision: 'accepted' })}>
              {t('test-days:waiting.accept.open')}
            </Button>
            <Button size="sm" danger onClick={() => onDecide({ delivery, decision: 'rejected' })}>
              {t('test-days:waiting.reject.open')}
            </Button>
          </span>
        ) : (
          t(`test-days:waiting.decided.${delivery.decision}`)
        ),
    },
  ]
}

interface DecideDialogProps {
  clientId: string
  testDayId: string
  deciding: Deciding | undefined
  onClose: () => void
}

function DecideDialog({ clientId, testDayId, deciding, onClose }: DecideDialogProps) {
  const { t } = useTranslation()
  const rejects = deciding?.decision === 'rejected'
  const what = `${rejects ? 'reject' : 'accept'}${deciding?.delivery.refused ? 'Refusal' : ''}` as const
  const dialog = {
    input: deciding && { params: { clientId, testDayId, deliveryId: deciding.delivery.id } },
    opened: deciding !== undefined,
    title: t(`test-days:waiting.${what}.title`, { name: deciding?.delivery.name ?? '' }),
    consequence: t(`test-days:waiting.${what}.text`),
    confirmLabel: t(`test-days:waiting.${what}.confirm`),
    onClose,
  }
  return rejects ? (
    <ConfirmAction {...dialog} call={rejectDelivery} done={t('test-days:waiting.done.rejected')} />
  ) : (
    <ConfirmAction
      {...dialog}
      call={acceptDelivery}
      done={({ outcome }) => t(`test-days:waiting.done.${outcome}`)}
    />
  )
}

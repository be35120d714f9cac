import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { approveOrder, getRefundStatement, type Order, refundOrder } from '#contract/orders.ts'
import { api, apiFile, saveFile } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './orders.module.css'
import { useOrderAct } from './useOrders.ts'

/** What an admin does with an order: approve a transfer, refund. */
export function AdminActions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'approve' | 'refund'>()
  const close = () => setDoing(undefined)
  return (
    <>
      {order.paymentMethod === 'eft' && order.paymentStatus === 'pending' ? (
        <Button variant="solid" onClick={() => setDoing('approve')}>
          {t('orders:approve.open')}
        </Button>
      ) : null}
      {order.canRefund ? (
        <Button danger onClick={() => setDoing('refund')}>
          {t('orders:refund.open')}
        </Button>
      ) : null}
      {doing === 'approve' ? <Approve order={order} onClose={close} /> : null}
      {doing === 'refund' ? <Refund order={order} onClose={close} /> : null}
    </>
  )
}

/** Kuruş of an amount as people type it: 6.120,00 and 6120.00 alike. */
function kurusOf(typed: string): number | undefined {
  const plain = typed.replace(/[^\d.,]/g, '')
  const [, whole = '', decimals = ''] = /^(\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return whole === '' ? undefined : Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
}

function Approve({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [amount, setAmount] = useState(formatNumber(order.totalAmount / 100, i18n.language, 2, 2))
  const [date, setDate] = useState<string | null>(new Date().toISOString().slice(0, 10))
  const [sender, setSender] = useState('')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const kurus = kurusOf(amount)
  const differs = kurus !== undefined && kurus !== order.totalAmount
  const complete =
    kurus !== undefined && date !== null && sender.trim() !== '' && (!differs || reason.trim() !== '')
  const approving = useOrderAct(() =>
    api(approveOrder, {
      params: { orderId: order.id },
      body: {
        amount: kurus ?? 0,
        date: date ?? '',
        sender,
        ...(differs ? { acceptDifference: reason } : {}),
      },
    }),
  )
  const missing = (isMissing: boolean) => (asked && isMissing ? t('orders:approve.missing') : undefined)
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('orders:approve.title', { number: order.number })}
      consequence={t('orders:approve.consequence', { client: order.client.name })}
      confirmLabel={t('orders:approve.open')}
      busy={approving.isPending}
      onClose={onClose}
      onConfirm={() => {
        setAsked(true)
        if (!complete) return
        approving.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('orders:approve.done'))
            onClose()
          },
        })
      }}
    >
      <Refusal error={approving.error} />
      <TextField
        label={t('orders:approve.amount')}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={missing(kurus === undefined)}
      />
      <DateField
        label={t('orders:approve.date')}
        value={date}
        onChange={setDate}
        error={missing(date === null)}
      />
      <TextField
        label={t('orders:approve.sender')}
        value={sender}
        maxLength={200}
        onChange={(event) => setSender(event.currentTarget.value)}
        error={missing(sender.trim() === '')}
      />
      {differs ? (
        <>
          <Alert type="warning" duration={0}>
            {t(kurus < order.totalAmount ? 'orders:approve.less' : 'orders:approve.more', {
              difference: formatMoney(Math.abs(kurus - order.totalAmount), i18n.language),
            })}
          </Alert>
          <TextField
            label={t('orders:approve.reason')}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={missing(reason.trim() === '')}
          />
        </>
      ) : null}
    </ConfirmDialog>
  )
}

function Refund({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const partly = order.paymentStatus === 'paid'
  const [units, setUnits] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      order.lines.map((line) => [line.inventory.id, String(line.quantity - line.refundedQuantity)]),
    ),
  )
  const lines = order.lines.flatMap((line) => {
    const quantity = Number(units[line.inventory.id])
    return quantity > 0 ? [{ inventoryId: line.inventory.id, quantity }] : []
  })
  const refunding = useOrderAct(() =>
    api(refundOrder, {
      params: { orderId: order.id },
      body: { reason, ...(partly ? { lines } : {}) },
    }),
  )
  const short = asked && reason.trim().length < 3 ? t('orders:approve.missing') : undefined
  return (
    <ConfirmDialog
      opened
      title={t('orders:refund.title', { number: order.number })}
      consequence={t(partly ? 'orders:refund.byCard' : 'orders:refund.byTransfer', {
        amount: formatMoney(order.totalAmount - order.refundedAmount, i18n.language),
      })}
      confirmLabel={t('orders:refund.open')}
      busy={refunding.isPending}
      disabled={lines.length === 0}
      onClose={onClose}
      onConfirm={() => {
        setAsked(true)
        if (reason.trim().length < 3) return
        refunding.mutate(undefined, {
          onSuccess: ({ refunds }) => {
            const state = refunds.at(-1)?.state
            if (state === 'succeeded') toast.success(t('orders:refund.done'))
            else toast.error(t(state === 'failed' ? 'orders:event.refund_failed' : 'orders:refund.unknown'))
            onClose()
          },
        })
      }}
    >
      <Refusal error={refunding.error} />
      {partly
        ? order.lines.map(({ inventory, quantity, refundedQuantity }) => (
            <TextField
              key={inventory.id}
              label={t('orders:refund.units', { name: inventory.name })}
              help={t('orders:refund.most', {
                number: formatNumber(quantity - refundedQuantity, i18n.language),
              })}
              inputMode="numeric"
              value={units[inventory.id] ?? ''}
              onChange={(event) =>
                setUnits({ ...units, [inventory.id]: event.currentTarget.value.replace(/\D/g, '') })
              }
            />
          ))
        : null}
      <TextField
        label={t('orders:refund.reason')}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={short}
      />
    </ConfirmDialog>
  )
}

function Refusal({ error }: { error: Error | null }): ReactNode {
  if (error === null) return null
  const words =
    error instanceof ApiError
      ? (Object.values(error.fields)[0]?.[0] ?? errorMessage(error))
      : errorMessage(error)
  return (
    <Alert type="danger" duration={0}>
      {words}
    </Alert>
  )
}

/** The refunds of an order with their statements, for the accountant. */
export function Refunds({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const save = async (refundId: string) => {
    try {
      saveFile(await apiFile(getRefundStatement, { params: { orderId: order.id, refundId } }))
    } catch (error) {
      toast.error(errorMessage(error instanceof Error ? error : null))
    }
  }
  return order.refunds.map((refund) => (
    <div key={refund.id} className={classes.files}>
      <span>
        {formatMoney(refund.amount, i18n.language)} · {t(`orders:refund.state.${refund.state}`)} ·{' '}
        {refund.reason}
      </span>
      <Button size="sm" onClick={() => void save(refund.id)}>
        {t('orders:refund.statement')}
      </Button>
    </div>
  ))
}

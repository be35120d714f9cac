import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveTransfers, type BankLine } from '#contract/eft.ts'
import { formatDay, formatMoney } from '#contract/format.ts'
import { listAllOrders } from '#contract/orders.ts'
import { api } from '../../../app/api.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { AcceptDifference } from '../AcceptDifference.tsx'

/** Approves an order by a transfer that is not sure to pay it: another amount, another order, or none found. */
export function DecideTransfer({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const proposed = line.order?.status === 'pending' ? line.order : null
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), 200)
  // The field shows the name of a chosen order: that is nothing to search by.
  const query = {
    status: 'pending',
    paymentMethod: 'eft',
    page_size: '20',
    search: search.includes(' · ') ? '' : search,
  } as const
  const awaited = useQuery({
    queryKey: ['orders', 'awaited', query],
    queryFn: ({ signal }) => api(listAllOrders, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const found = awaited.data?.results ?? []
  const orders = [...(proposed && !found.some(({ id }) => id === proposed.id) ? [proposed] : []), ...found]
  const orderOf = (orderId: string | null) => orders.find(({ id }) => id === orderId)
  const differenceOf = (orderId: string | null) => {
    const paid = orderOf(orderId)
    return paid ? line.amount - paid.totalAmount : 0
  }
  const approving = useAction(approveTransfers, {
    done: ({ approved }) => (approved === 0 ? undefined : t('orders:approve.done')),
    inline: true,
  })
  const missing = (isMissing: boolean) => (isMissing ? t('orders:approve.missing') : undefined)
  const form = useForm<{ orderId: string | null; reason: string }>({
    start: { orderId: proposed?.id ?? null, reason: '' },
    schemas: { reason: approveTransfers.body.shape.transfers.element.shape.acceptDifference },
    check: ({ orderId, reason }) => ({
      orderId: missing(orderOf(orderId) === undefined),
      reason: missing(differenceOf(orderId) !== 0 && reason.trim() === ''),
    }),
    sending: approving,
    send: ({ orderId, reason }) => {
      if (orderId === null) return
      const accepted = differenceOf(orderId) === 0 ? {} : { acceptDifference: reason }
      approving.mutate(
        { body: { transfers: [{ lineId: line.id, orderId, ...accepted }] } },
        { onSuccess: ({ approved }) => approved > 0 && onClose() },
      )
    },
  })
  const difference = differenceOf(form.values.orderId)
  const refused = approving.data?.refused[0]
  const problem = refused ? { text: t('orders:eft.refused', { count: 1, number: '1' }) } : null
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('orders:eft.decideTitle', { amount: money(line.amount) })}
      consequence={[line.sender, formatDay(line.bookedOn, i18n.language), line.description]
        .filter(Boolean)
        .join(' · ')}
      confirmLabel={t('orders:approve.open')}
      onClose={onClose}
      form={form}
    >
      <Failure of={{ problem }} />
      <SelectField
        label={t('orders:eft.order')}
        help={t('orders:eft.orderHelp')}
        data={orders.map(({ id, number, client, totalAmount }) => ({
          value: id,
          label: [number, client.name, money(totalAmount)].join(' · '),
        }))}
        {...form.control('orderId')}
        searchable
        filter={({ options }) => options}
        searchValue={words}
        onSearchChange={setWords}
        nothingFoundMessage={t('orders:eft.noOrder')}
      />
      {difference === 0 ? null : <AcceptDifference difference={difference} reason={form.input('reason')} />}
    </ConfirmDialog>
  )
}

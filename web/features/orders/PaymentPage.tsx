import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { type Billing, getBilling } from '#contract/billing.ts'
import { type Client, getClient } from '#contract/clients.ts'
import type { PaymentMethod } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import { api } from '../../app/api.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Failure } from '../../ui/feedback/Failure.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { BillingFields } from '../company/BillingStep.tsx'
import { draftOf } from '../company/draft.ts'
import { useCompanyForm } from '../company/useCompanyForm.ts'
import { MethodChoice } from './MethodChoice.tsx'
import classes from './orders.module.css'
import { purchaseOf, readPurchase } from './purchaseDraft.ts'
import { SalesTerms } from './SalesTerms.tsx'
import { Summary } from './Summary.tsx'
import { usePriceList } from './useOrders.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

/** The recipient of the invoice, the payment method and the terms; then the order is placed. */
export default function PaymentPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        lead={t('orders:payment.lead')}
        crumbs={<Link to={paths.purchase}>{t('orders:purchase.title')}</Link>}
      />
      <ClientGate>{(client) => <Loaded key={client.value} client={client} />}</ClientGate>
    </>
  )
}

function Loaded({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const params = { clientId: client.value }
  const list = usePriceList(client.value)
  const stored = useQuery({
    queryKey: ['client', client.value, 'billed'],
    queryFn: async ({ signal }) => {
      const [record, { billing }] = await Promise.all([
        api(getClient, { params, signal }),
        api(getBilling, { params, signal }),
      ])
      return { record, billing }
    },
    // A refetch must not change the form while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = list.error ?? stored.error
  if (failed)
    return (
      <Card>
        <LoadFailure
          of={{ error: failed, refetch: () => Promise.all([list.refetch(), stored.refetch()]) }}
          title={t('orders:purchase.failed')}
        />
      </Card>
    )
  if (!list.data || !stored.data) return <Card className={classes.loading ?? ''} aria-busy />
  const chosen = readPurchase(client.value) ?? {}
  if (purchaseOf(list.data, chosen).lines.length === 0) return <Navigate to={paths.purchase} replace />
  return <Pay client={client} list={list.data} {...stored.data} />
}

interface PayProps {
  client: SelectedClient
  list: PriceList
  record: Client
  billing: Billing | null
}

function Pay({ client, list, record, billing }: PayProps) {
  const { t } = useTranslation()
  const [asked] = useSearchParams()
  const [method, setMethod] = useState<PaymentMethod>(
    list.methods.find((one) => one === asked.get('method')) ?? list.methods[0] ?? 'eft',
  )
  const [reading, setReading] = useState(false)
  const purchase = purchaseOf(list, readPurchase(client.value) ?? {})
  const draftName = `order ${client.value}`
  const placing = usePlaceOrder({
    clientId: client.value,
    purchase,
    method,
    termsVersion: list.termsVersion,
    draftName,
  })
  const form = useCompanyForm({
    of: draftName,
    initial: { ...draftOf(record, billing), step: 'billing' },
    sending: placing,
    onSubmit: (draft) => placing.mutate(draft),
    onePage: true,
  })
  const terms = useForm({
    start: { accepted: false },
    check: ({ accepted }) => ({ accepted: accepted ? undefined : t('orders:payment.acceptMissing') }),
    sending: placing,
    send: () => form.submit(),
  })
  return (
    <Form form={{ ref: form.ref, submit: terms.submit }} className="stack align-start with-aside gap-24">
      <div className="stack min-0 gap-24">
        <Card>
          <CardHeader title={t('orders:payment.billing')} />
          <CardBody className="stack gap-20">
            <BillingFields form={form} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('orders:payment.method')} />
          <CardBody>
            <MethodChoice methods={list.methods} value={method} onChange={setMethod} />
          </CardBody>
        </Card>
      </div>
      <Summary purchase={purchase} taxRate={list.taxRate}>
        <Failure of={placing} />
        <CheckboxField
          checked={terms.values.accepted}
          onChange={(event) => terms.set('accepted', event.currentTarget.checked)}
          label={t('orders:payment.accept')}
          error={terms.error('accepted')}
        />
        <button
          type="button"
          className={`plain-button ink-primary no-padding ${classes.inline}`}
          onClick={() => setReading(true)}
        >
          {t('orders:payment.readTerms')}
        </button>
        <Button type="submit" variant="solid" block loading={placing.isPending}>
          {t(method === 'eft' ? 'orders:payment.place' : 'orders:payment.pay')}
        </Button>
        <p className="meta">
          {t(method === 'eft' ? 'orders:payment.placeMeans' : 'orders:payment.payMeans')}
        </p>
      </Summary>
      <SalesTerms
        opened={reading}
        onClose={() => setReading(false)}
        version={list.termsVersion}
        seller={list.seller}
      />
    </Form>
  )
}

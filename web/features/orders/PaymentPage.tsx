import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import { type Billing, getBilling } from '#contract/billing.ts'
import { type Client, getClient } from '#contract/clients.ts'
import { createOrder, type PaymentMethod, type PriceList, payOrder } from '#contract/orders.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { orderPath, paths } from '../../app/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableError } from '../../ui/TableStates.tsx'
import { BillingFields } from '../company/BillingStep.tsx'
import { bodyOf, type Draft, draftOf } from '../company/draft.ts'
import { useCompanyForm } from '../company/useCompanyForm.ts'
import classes from './orders.module.css'
import { purchaseOf, readPurchase, writePurchase } from './purchaseDraft.ts'
import { SalesTerms } from './SalesTerms.tsx'
import { Summary } from './Summary.tsx'
import { usePriceList } from './useOrders.ts'

/** Who the invoice is made out to, how it is paid, and the terms; then the order is placed. */
export default function PaymentPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('orders:payment.title')}
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
    // What somebody is typing over must not change under their hands.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = list.error ?? stored.error
  if (failed)
    return (
      <Card>
        <TableError
          title={t('orders:purchase.failed')}
          message={errorMessage(failed)}
          requestId={undefined}
          onRetry={() => void Promise.all([list.refetch(), stored.refetch()])}
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
  const navigate = useNavigate()
  const queries = useQueryClient()
  const id = useId()
  const [method, setMethod] = useState<PaymentMethod>(list.methods[0] ?? 'eft')
  const [accepted, setAccepted] = useState(false)
  const [missing, setMissing] = useState(false)
  const [reading, setReading] = useState(false)
  const purchase = purchaseOf(list, readPurchase(client.value) ?? {})
  // One key for this page: who presses twice, or again after a time-out, places one order.
  const key = useMemo(() => crypto.randomUUID(), [])
  const placing = useMutation({
    mutationFn: async (draft: Draft) => {
      const order = await api(createOrder, {
        params: { clientId: client.value },
        headers: { 'idempotency-key': `${key}-${method}` },
        body: {
          lines: purchase.lines.map(({ test, quantity }) => ({ inventoryId: test.inventory.id, quantity })),
          paymentMethod: method,
          billing: bodyOf(draft).billing,
          termsVersion: list.termsVersion,
        },
      })
      writePurchase(client.value, null)
      void queries.invalidateQueries({ queryKey: ['client', client.value] })
      if (method === 'eft') return navigate(orderPath(order.id))
      const started = await api(payOrder, { params: { orderId: order.id }, body: {} }).catch(() => undefined)
      // Without a page to pay on the order is there all the same, and its page says how to go on.
      if (started === undefined) return navigate(orderPath(order.id))
      window.location.assign(started.paymentPageUrl)
    },
  })
  const form = useCompanyForm({
    of: `order ${client.value}`,
    initial: { ...draftOf(record, billing), step: 'billing' },
    error: placing.error,
    onSubmit: (draft) => placing.mutate(draft),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!accepted)
    if (accepted && !placing.isPending) form.submit()
  }
  return (
    <form noValidate onSubmit={submit} className={classes.columns}>
      <div className={classes.stack}>
        <Card>
          <CardHeader title={t('orders:payment.billing')} />
          <CardBody className={classes.fields ?? ''}>
            <BillingFields form={form} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('orders:payment.method')} />
          <CardBody>
            <div className={classes.methods} role="radiogroup" aria-label={t('orders:payment.method')}>
              {list.methods.map((one) => {
                const Icon = one === 'eft' ? IconBuildingBank : IconCreditCard
                return (
                  <label key={one} className={classes.method} htmlFor={`${id}-${one}`}>
                    <input
                      id={`${id}-${one}`}
                      type="radio"
                      name={`${id}-method`}
                      checked={method === one}
                      onChange={() => setMethod(one)}
                      aria-describedby={`${id}-${one}-text`}
                    />
                    <b>{t(`orders:method.${one}`)}</b>
                    <Icon size={20} stroke={1.75} aria-hidden />
                    <span id={`${id}-${one}-text`}>{t(`orders:payment.${one}`)}</span>
                  </label>
                )
              })}
            </div>
          </CardBody>
        </Card>
      </div>
      <Summary purchase={purchase} taxRate={list.taxRate}>
        {placing.error ? (
          <Alert type="danger" duration={0}>
            {errorMessage(placing.error)}
          </Alert>
        ) : null}
        <CheckboxField
          checked={accepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
          label={t('orders:payment.accept')}
          error={missing && !accepted ? t('orders:payment.acceptMissing') : undefined}
        />
        <button type="button" className={classes.inline} onClick={() => setReading(true)}>
          {t('orders:payment.readTerms')}
        </button>
        <Button type="submit" variant="solid" block loading={placing.isPending}>
          {t(method === 'eft' ? 'orders:payment.place' : 'orders:payment.pay')}
        </Button>
        <p className="meta">
          {t(method === 'eft' ? 'orders:payment.placeMeans' : 'orders:payment.payMeans')}
        </p>
      </Summary>
      <SalesTerms opened={reading} onClose={() => setReading(false)} version={list.termsVersion} />
    </form>
  )
}

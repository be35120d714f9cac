import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { type Billing, getBilling } from '#contract/billing.ts'
import { type Client, getClient } from '#contract/clients.ts'
import { createOrder, type PaymentMethod, payOrder } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { orderPath, paths } from '../../app/paths.ts'
import { useForm } from '../../app/useForm.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { TableError } from '../../ui/table/TableStates.tsx'
import { BillingFields } from '../company/BillingStep.tsx'
import { bodyOf, type Draft, draftOf } from '../company/draft.ts'
import { writeDraft } from '../company/draftStorage.ts'
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
  const [asked] = useSearchParams()
  const [method, setMethod] = useState<PaymentMethod>(
    list.methods.find((one) => one === asked.get('method')) ?? list.methods[0] ?? 'eft',
  )
  const [reading, setReading] = useState(false)
  const purchase = purchaseOf(list, readPurchase(client.value) ?? {})
  const keyed = useIdempotencyKey()
  const draftName = `order ${client.value}`
  const placing = useMutation({
    mutationFn: async (draft: Draft) => {
      const body = {
        lines: purchase.lines.map(({ test, quantity }) => ({ inventoryId: test.inventory.id, quantity })),
        paymentMethod: method,
        billing: bodyOf(draft).billing,
        termsVersion: list.termsVersion,
        expectedTotal: purchase.totalKurus,
      }
      const order = await keyed(body, (headers) =>
        api(createOrder, { params: { clientId: client.value }, headers, body }),
      )
      const started =
        method === 'eft'
          ? undefined
          : await api(payOrder, { params: { orderId: order.id }, body: {} }).catch((error: Error) => {
              toast.error(errorMessage(error))
              return undefined
            })
      // This page is over. Going back from the bank leads to the order, whose page says how to go on.
      await navigate(orderPath(order.id), { replace: true })
      writePurchase(client.value, null)
      writeDraft(draftName, null)
      if (started) window.location.assign(started.paymentPageUrl)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', client.value] }),
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
    <Form form={{ ref: form.ref, submit: terms.submit }} className={classes.columns}>
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
          checked={terms.values.accepted}
          onChange={(event) => terms.set('accepted', event.currentTarget.checked)}
          label={t('orders:payment.accept')}
          error={terms.error('accepted')}
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
      <SalesTerms
        opened={reading}
        onClose={() => setReading(false)}
        version={list.termsVersion}
        seller={list.seller}
      />
    </Form>
  )
}

import { IconAlertTriangle, IconTag } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDay, formatMoney, formatNumber, formatPercent } from '#contract/format.ts'
import { largestDiscount, nextTier, tierFor } from '#contract/orderAmounts.ts'
import { maxOrdered } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ScalesDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AskForQuota } from '../quota/BuyQuota.tsx'
import classes from './orders.module.css'
import { type PurchaseDraft, purchaseOf, readPurchase, writePurchase } from './purchaseDraft.ts'
import { Quantity } from './Quantity.tsx'
import { Summary } from './Summary.tsx'
import { usePriceList } from './useOrders.ts'

/** Chooses tests and units; what they cost is shown as one types. */
export default function PurchasePage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader lead={t('orders:purchase.lead')} />
      <ClientGate>{(client) => <Purchase key={client.value} client={client} />}</ClientGate>
    </>
  )
}

function Purchase({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const list = usePriceList(client.value)
  if (list.isError)
    return (
      <Card>
        <LoadFailure of={list} title={t('orders:purchase.failed')} />
      </Card>
    )
  if (!list.data) return <Card className={classes.loading ?? ''} aria-busy />
  const forSale = list.data.tests.filter(({ tiers }) => tiers.length > 0)
  if (forSale.length === 0 || list.data.methods.length === 0)
    return (
      <Card>
        <EmptyState
          drawing={<ScalesDrawing />}
          title={t('orders:purchase.noPrices')}
          actions={<AskForQuota />}
        >
          {t('orders:purchase.noPricesText')}
        </EmptyState>
      </Card>
    )
  return <Choose client={client} list={{ ...list.data, tests: forSale }} />
}

function Choose({ client, list }: { client: SelectedClient; list: PriceList }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useSearchParams()
  const [chosen, setChosen] = useState<PurchaseDraft>(() => {
    // A page that had too little quota names each test and how many are missing.
    const quantities = asked.getAll('quantity').map(Number)
    const missing = asked.getAll('test').flatMap((code, at): [string, number][] => {
      const test = list.tests.find(({ inventory }) => inventory.code === code)
      const quantity = quantities[at] ?? 0
      return test && Number.isSafeInteger(quantity) && quantity > 0
        ? [[test.inventory.id, Math.min(quantity, maxOrdered)]]
        : []
    })
    return { ...readPurchase(client.value), ...Object.fromEntries(missing) }
  })
  useEffect(() => writePurchase(client.value, chosen), [client.value, chosen])
  // The requested quantities count once: coming back from the next page, later input counts.
  useEffect(() => {
    if (asked.size > 0) setAsked({}, { replace: true })
  }, [asked, setAsked])
  const purchase = purchaseOf(list, chosen)
  return (
    <div className="stack align-start with-aside gap-24">
      <Card>
        <CardHeader title={t('orders:purchase.tests')} />
        <CardBody>
          <ul className="stack gap-12">
            {list.tests.map((test) => (
              <Test
                key={test.inventory.id}
                test={test}
                quantity={chosen[test.inventory.id] ?? 0}
                onChange={(quantity) => setChosen((before) => ({ ...before, [test.inventory.id]: quantity }))}
              />
            ))}
          </ul>
        </CardBody>
      </Card>
      <Summary purchase={purchase} taxRate={list.taxRate}>
        <Button
          variant="solid"
          block
          disabled={purchase.lines.length === 0}
          onClick={() => void navigate(paths.purchasePayment)}
        >
          {t('orders:purchase.goOn')}
        </Button>
        <p className="meta">{t('orders:purchase.pricesWithoutTax')}</p>
      </Summary>
    </div>
  )
}

interface TestProps {
  test: PriceList['tests'][number]
  quantity: number
  onChange: (quantity: number) => void
}

function Test({ test, quantity, onChange }: TestProps) {
  const { t, i18n } = useTranslation()
  const { inventory, availableQuantity: left, assignedInThirtyDays: pace, tiers, agreed } = test
  const number = (value: number) => formatNumber(value, i18n.language)
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const days = pace === 0 ? null : Math.floor((left * 30) / pace)
  const low = days !== null && days < 14
  const lasting = (count: number) =>
    count > 365
      ? t('orders:purchase.lastsOverYear')
      : count === 0
        ? t('orders:purchase.lastsHours')
        : t('orders:purchase.lasts', { count, number: number(count) })
  const now = quantity > 0 ? tierFor(tiers, quantity) : undefined
  const next = quantity > 0 ? nextTier(tiers, quantity) : undefined
  const first = tiers.find((tier) => tier.unitPriceKurus > 0)?.unitPriceKurus
  const best = largestDiscount(tiers)
  return (
    <li className={`stack gap-16 rounded-lg ${classes.test}`} data-on={quantity > 0 || undefined}>
      <div className={`row split gap-16 ${classes.testHead}`}>
        <div className="stack min-0">
          <b>{inventory.name}</b>
          <span className={low ? 'row gap-6 text-13 medium ink-amber' : 'meta'}>
            {low ? <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> : null}
            {t('orders:purchase.left', { number: number(left) })}
            {quantity === 0 && first !== undefined
              ? ` · ${t('orders:purchase.each', { price: money(first) })}`
              : null}
            {quantity === 0 && best !== undefined
              ? ` · ${t('orders:purchase.off', {
                  from: number(best.fromQuantity),
                  percent: formatPercent(best.percent, i18n.language),
                })}`
              : null}
            {days === null || left === 0 ? null : ` · ${lasting(days)}`}
          </span>
          {agreed ? (
            <span className="row gap-6 text-13 medium ink-primary">
              <IconTag className="rigid" size={16} stroke={1.75} aria-hidden />
              {agreed.until === null
                ? t('orders:purchase.agreed')
                : t('orders:purchase.agreedUntil', { day: formatDay(agreed.until, i18n.language) })}
            </span>
          ) : null}
        </div>
        <Quantity name={inventory.name} value={quantity} onChange={onChange} />
      </div>
      {quantity > 0 ? (
        <>
          <ol
            className={`stack rounded edged clip ${classes.tiers}`}
            aria-label={t('orders:purchase.tiers', { name: inventory.name })}
          >
            {tiers.map((tier, at) => {
              const following = tiers[at + 1]
              const range = following
                ? t('orders:purchase.range', {
                    from: number(tier.fromQuantity),
                    to: number(following.fromQuantity - 1),
                  })
                : t('orders:purchase.rangeOn', { from: number(tier.fromQuantity) })
              return (
                <li key={tier.fromQuantity} aria-current={tier === now ? 'true' : undefined}>
                  <span className="text-13 muted">{range}</span>
                  <b className="num">{money(tier.unitPriceKurus)}</b>
                </li>
              )
            })}
          </ol>
          {now === undefined || now.unitPriceKurus === 0 ? (
            <p className="text-13 muted">{t('orders:purchase.noPriceHere')}</p>
          ) : null}
          {now && next ? (
            <p className="text-13 muted">
              {next.fromQuantity * next.unitPriceKurus < quantity * now.unitPriceKurus
                ? t('orders:purchase.nextCheaper', {
                    more: number(next.fromQuantity - quantity),
                    total: money(next.fromQuantity * next.unitPriceKurus),
                  })
                : t('orders:purchase.next', {
                    more: number(next.fromQuantity - quantity),
                    percent: formatPercent(
                      ((now.unitPriceKurus - next.unitPriceKurus) * 100) / now.unitPriceKurus,
                      i18n.language,
                    ),
                  })}
            </p>
          ) : null}
        </>
      ) : null}
    </li>
  )
}

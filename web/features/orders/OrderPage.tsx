import { IconCreditCard, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { isOperator } from '#contract/access.ts'
import { formatDateTime, formatMoney, formatNumber } from '#contract/format.ts'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { useAuth } from '../../app/auth.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { AdminActions, Refunds } from './AdminActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusPill } from './OrderStatus.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { OrderTransfer } from './OrderTransfer.tsx'
import classes from './orders.module.css'
import { PaymentNote } from './PaymentNote.tsx'
import { chooseAgain, useOrder, useOtherMethod, useOtherMethodOffered, usePay } from './useOrders.ts'

const zone = 'Europe/Istanbul'

/** One order: how to pay it, what happened to it, its files. */
export default function OrderPage() {
  const { t } = useTranslation()
  const { orderId = '' } = useParams()
  const order = useOrder(orderId, { follow: true })
  if (order.data) return <OrderView order={order.data} />
  if (!order.isError) return <Card className={classes.loading ?? ''} aria-busy />
  const missing = order.error instanceof ApiError && order.error.status === 404
  return (
    <>
      <PageHeader />
      <Card>
        <LoadFailure
          of={order}
          title={t(missing ? 'orders:order.notFound' : 'orders:order.failed')}
          message={missing ? t('orders:order.notFoundText') : errorMessage(order.error)}
        />
      </Card>
    </>
  )
}

function OrderView({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const operator = useAuth(({ user }) => isOperator(user))
  const number = (value: number) => formatNumber(value, i18n.language)
  const tests = order.lines
    .map(({ inventory, quantity }) => `${number(quantity)} ${inventory.code}`)
    .join(', ')
  return (
    <>
      <PageHeader
        title={t('orders:order.title', { number: order.number })}
        crumbs={<Link to={operator ? paths.adminOrders : paths.orders}>{t('orders:list.title')}</Link>}
        aside={<OrderStatusPill order={order} />}
        lead={[
          operator ? order.client.name : '',
          t('orders:order.units', { tests }),
          formatMoney(order.totalAmount, i18n.language),
          formatDateTime(order.created, i18n.language, zone),
          order.userName,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={<Actions order={order} />}
      />
      <div className="stack min-0 gap-24">
        <PaymentNote order={order} />
        {order.eft && order.paymentStatus === 'pending' ? (
          <Card clip className={`stack ${classes.transfer ?? ''}`}>
            <OrderTransfer order={order} eft={order.eft} />
            <div className={`well ${classes.timelineSide}`}>
              <OrderTimeline order={order} />
            </div>
          </Card>
        ) : (
          <Card>
            <CardHeader title={t('orders:order.history')} />
            <CardBody>
              <OrderTimeline order={order} />
            </CardBody>
          </Card>
        )}
        <Card>
          <CardHeader title={t('orders:order.lines')} />
          <CardBody>
            <OrderLines order={order} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('orders:order.invoiceAndBuyer')} />
          <CardBody className="stack gap-20">
            <OrderFiles order={order} />
            <Refunds order={order} />
            <OrderFacts order={order} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

function Actions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const operator = useAuth(({ user }) => isOperator(user))
  const [asking, setAsking] = useState(false)
  const params = { orderId: order.id }
  const pay = usePay(order.id)
  const other = useOtherMethod()
  const otherOffered = useOtherMethodOffered(order)
  const [changing, setChanging] = useState(false)
  const byTransfer = order.paymentMethod === 'eft'
  const buyAgain = () => {
    chooseAgain(order)
    void navigate(paths.purchase)
  }
  return (
    <>
      {order.canPay ? (
        <Button variant="solid" icon={<IconCreditCard aria-hidden />} loading={pay.busy} onClick={pay.start}>
          {t('orders:order.pay')}
        </Button>
      ) : null}
      {otherOffered ? (
        // A transfer may be on its way already: cancelling asks first.
        <Button
          loading={other.isPending}
          onClick={() => (byTransfer ? setChanging(true) : other.mutate(order))}
        >
          {t(byTransfer ? 'orders:order.byCard' : 'orders:order.byTransfer')}
        </Button>
      ) : null}
      {order.paymentStatus === 'pending' ? null : (
        <Button icon={<IconRefresh aria-hidden />} onClick={buyAgain}>
          {t('orders:order.buyAgain')}
        </Button>
      )}
      {order.canCancel ? (
        <Button danger onClick={() => setAsking(true)}>
          {t('orders:order.cancel')}
        </Button>
      ) : null}
      {operator ? <AdminActions order={order} /> : null}
      <ConfirmDialog
        opened={changing}
        danger={false}
        title={t('orders:order.byCardTitle')}
        consequence={[
          t('orders:order.byCardText', { number: order.number }),
          t('orders:order.cancelTransfer'),
        ].join(' ')}
        confirmLabel={t('orders:order.byCard')}
        busy={other.isPending}
        onClose={() => setChanging(false)}
        onConfirm={() => other.mutate(order)}
      />
      <ConfirmAction
        call={cancelOrder}
        input={{ params }}
        done={t('orders:order.cancelled')}
        opened={asking}
        title={t('orders:order.cancelTitle', { number: order.number })}
        consequence={[t('orders:order.cancelText'), byTransfer ? t('orders:order.cancelTransfer') : ''].join(
          ' ',
        )}
        confirmLabel={t('orders:order.cancel')}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

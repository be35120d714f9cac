import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { worksForClients } from '#contract/access.ts'
import { formatMoney } from '#contract/format.ts'
import type { DeclineReason, Order } from '#contract/orders.ts'
import { entryPath } from '../../app/access.ts'
import { ApiError } from '../../app/apiError.ts'
import { isAuthenticated, useAuth } from '../../app/auth.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { assignToPeople, orderPath, paths } from '../../app/paths.ts'
import { signInPath } from '../../app/redirect.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Card, CardBody } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DeadEnd } from '../access/auth/DeadEnd.tsx'
import { readDraft as readAssignment } from '../people/assign/draft.ts'
import { readDraft as readInvitation } from '../people/invite/draft/draftStorage.ts'
import { useOrder, useOtherMethod, useOtherMethodOffered, usePay } from './useOrders.ts'

/** Ids are UUIDs; anything else in the address names no order. */
const isOrderId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The end of a card payment: its outcome comes from the order, never from the address. */
export function PaymentState({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const session = useAuth()
  const signedIn = isAuthenticated(session)
  if (!isOrderId(orderId))
    return (
      <DeadEnd
        title={t('payment:outcome.none.title')}
        actions={
          <Button component={Link} to={signedIn ? entryPath(session.user) : signInPath('/')} variant="solid">
            {t(signedIn ? 'payment:toPage' : 'payment:signIn')}
          </Button>
        }
      >
        {t('payment:outcome.none.text')}
      </DeadEnd>
    )
  if (signedIn && worksForClients(session.user)) return <Known orderId={orderId} />
  return (
    <DeadEnd
      title={t('payment:outcome.signedOut.title')}
      actions={
        <Button component={Link} to={signInPath(orderPath(orderId))} variant="solid">
          {t('payment:signIn')}
        </Button>
      }
    >
      {t('payment:outcome.signedOut.text')}
    </DeadEnd>
  )
}

/** Reasons that concern the card, so that another card may work. */
const ofTheCard: ReadonlySet<DeclineReason> = new Set([
  'insufficient_funds',
  'card_details',
  'not_permitted',
  'lost_or_stolen',
  'suspected_fraud',
  'bank_declined',
])

const outcomeOf = ({ paymentStatus, payment }: Order) => {
  if (paymentStatus === 'paid' || paymentStatus === 'approved') return 'success'
  if (paymentStatus === 'cancelled') return 'cancelled'
  if (payment?.progress === 'failed') return 'error'
  return payment?.progress === 'held' || payment?.progress === 'mismatch' ? payment.progress : 'checking'
}

function Known({ orderId }: { orderId: string }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { data: order, error, errorUpdateCount, isPaused } = useOrder(orderId, { follow: true })
  const pay = usePay(orderId)
  const byTransfer = useOtherMethod()
  const transferOffered = useOtherMethodOffered(order)
  const missing = error instanceof ApiError && error.status === 404
  const outcome = order === undefined ? (missing ? 'none' : 'checking') : outcomeOf(order)
  // While nothing has arrived yet, each new try forgets the error of the one before.
  const failing = isPaused || error !== null || (order === undefined && errorUpdateCount > 0)
  const text = outcome === 'checking' && failing ? 'payment:outcome.checking.offline' : undefined
  const reason = order?.payment?.reason
  const payable = outcome === 'error' && order?.canPay === true
  const waiting = outcome === 'success' && order ? waitingPath(order.client.id) : undefined
  const goOn = () => {
    if (order === undefined || waiting === undefined) return
    selectClient({ value: order.client.id, label: order.client.name })
    void navigate(waiting)
  }
  return (
    <>
      <PageHeader title={t(`payment:outcome.${outcome}.title`)} />
      <Card>
        <CardBody className="stack gap-12">
          {order ? (
            <p>
              <b>
                {order.number} · {formatMoney(order.totalAmount, i18n.language)}
              </b>
            </p>
          ) : null}
          <p role="status">
            {outcome === 'error' && reason
              ? t(`orders:declined.${reason}`)
              : t(text ?? `payment:outcome.${outcome}.text`)}
          </p>
          <div className="cluster gap-8">
            {payable ? (
              <Button variant="solid" loading={pay.busy} onClick={pay.start}>
                {t(reason && ofTheCard.has(reason) ? 'payment:otherCard' : 'payment:again')}
              </Button>
            ) : null}
            {waiting ? (
              <Button variant="solid" onClick={goOn}>
                {t(waiting === assignToPeople ? 'payment:goOnAssigning' : 'payment:goOn')}
              </Button>
            ) : null}
            {payable && transferOffered ? (
              <Button loading={byTransfer.isPending} onClick={() => byTransfer.mutate(order)}>
                {t('payment:byTransfer')}
              </Button>
            ) : null}
            <Button
              component={Link}
              to={orderPath(orderId)}
              variant={payable || waiting ? 'default' : 'solid'}
            >
              {t('payment:toOrder')}
            </Button>
          </div>
        </CardBody>
      </Card>
    </>
  )
}

/** The page on which this tab's unfinished invitation or assignment for a client continues; undefined where there is none. */
function waitingPath(clientId: string): string | undefined {
  const invitation = readInvitation(clientId)
  if (invitation?.result === null && invitation.jobId === '' && invitation.step !== 'people')
    return paths.createAssignment
  return (readAssignment(clientId)?.inventoryIds.length ?? 0) > 0 ? assignToPeople : undefined
}

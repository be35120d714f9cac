import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isPage } from '#contract/pages.ts'
import { entryPath } from '../../app/access.ts'
import { isAuthenticated, useAuth } from '../../app/auth.ts'
import { signInPath } from '../../app/redirect.ts'
import { Button } from '../../ui/Button.tsx'
import { DeadEnd } from '../auth/DeadEnd.tsx'

/** Ids are UUIDs; anything else in the address names no order. */
const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where a card payment ends, and the way back to its order. What became of it stands in the order itself. */
export function PaymentResult({ outcome }: { outcome: 'success' | 'error' }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const session = useAuth()
  const id = search.get('orderId') ?? ''
  const list = '/manager/orders'
  // Without an order nothing is known of any payment, whatever the path says.
  const found = orderId.test(id) ? outcome : 'none'
  const orders = orderId.test(id) ? `${list}/${id}` : list
  const signedIn = isAuthenticated(session)
  const back = isPage(orders) ? orders : entryPath(session.user)
  return (
    <DeadEnd
      title={t(`payment:outcome.${found}.title`)}
      actions={
        <Button
          component={Link}
          to={signedIn ? back : signInPath(isPage(orders) ? orders : '/')}
          variant="solid"
        >
          {t(signedIn ? (isPage(orders) ? 'payment:toOrder' : 'payment:toPage') : 'payment:signIn')}
        </Button>
      }
    >
      {t(`payment:outcome.${found}.text`)}
    </DeadEnd>
  )
}

import { useSearchParams } from 'react-router'
import { PaymentState } from './PaymentState.tsx'

export default function PaymentSuccessPage() {
  const [search] = useSearchParams()
  return <PaymentState orderId={search.get('orderId') ?? ''} />
}

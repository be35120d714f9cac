import { useSearchParams } from 'react-router'
import { PaymentState } from './PaymentState.tsx'

export default function PaymentErrorPage() {
  const [search] = useSearchParams()
  return <PaymentState orderId={search.get('orderId') ?? ''} />
}

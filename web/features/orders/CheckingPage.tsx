import { useParams } from 'react-router'
import { PaymentState } from './PaymentState.tsx'

/** Where the provider sends a browser back to; what it shows is the API's. */
export default function CheckingPage() {
  const { orderId = '' } = useParams()
  return <PaymentState orderId={orderId} />
}

import { useParams } from 'react-router'
import { PaymentState } from './PaymentState.tsx'

/** The page that the provider sends a browser back to; its content is from the API. */
export default function CheckingPage() {
  const { orderId = '' } = useParams()
  return <PaymentState orderId={orderId} />
}
